import { signingKeyPublished } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import type { Settings } from '../../config.ts'
import {
  insertKey,
  listPrivateKeys,
  lockRotation,
  retireKey,
  type PrivateKeyRow,
} from '../../db/signing-keys.ts'
import { newKeyPair } from '../../secrets/key-pairs.ts'
import type { StoredSecrets } from '../../secrets/stored-secrets.ts'
import { KEYS_FRESH_MS, type SigningKeys } from './find-signing-key.ts'

export type RotationDeps = {
  db: Database
  settings: Settings
  signingKeys: SigningKeys
  storedKeys: StoredSecrets
  now: () => Date
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Makes a key when there is none or the newest is old enough, and takes back keys that were replaced. A key is published a while before it
 * signs and accepted until its last token expires: no service meets a token of an unknown key.
 */
export async function rotateSigningKeys(deps: RotationDeps): Promise<void> {
  const { db, settings, signingKeys, now } = deps
  await db.transaction(async (tx) => {
    await lockRotation(tx)
    const at = now()
    const [newest, ...older] = await listPrivateKeys(tx)
    if (!newest) await publishNew(deps, tx, at, at)
    else if (at.getTime() - newest.createdAt.getTime() >= settings.SIGNING_KEY_DAYS * DAY_MS) {
      const signsFrom = new Date(at.getTime() + settings.SIGNING_KEY_LEAD_MINUTES * MINUTE_MS)
      await publishNew(deps, tx, at, signsFrom)
    } else if (newest.signsFrom <= at) await retire(tx, older, newest, settings.ACCESS_TOKEN_SECONDS)
  })
  await signingKeys.reload()
}

async function publishNew(
  { storedKeys }: RotationDeps,
  tx: Transaction,
  createdAt: Date,
  signsFrom: Date,
): Promise<void> {
  const { keyId, publicKey, privateKey } = newKeyPair()
  const sealed = await storedKeys.seal(privateKey)
  await insertKey(tx, { keyId, publicKey, privateKey: sealed, createdAt, signsFrom })
  await emit(tx, signingKeyPublished, [{ data: { keyId, publicKey, acceptUntil: null } }])
}

/** A replica may sign with a replaced key for as long as its cached keys are fresh. */
async function retire(
  tx: Transaction,
  replaced: PrivateKeyRow[],
  newest: PrivateKeyRow,
  tokenSeconds: number,
): Promise<void> {
  const acceptUntil = new Date(newest.signsFrom.getTime() + 2 * KEYS_FRESH_MS + tokenSeconds * 1000)
  for (const { keyId } of replaced) {
    const key = await retireKey(tx, keyId, acceptUntil)
    if (!key) continue
    const data = { keyId, publicKey: key.publicKey, acceptUntil: acceptUntil.toISOString() }
    await emit(tx, signingKeyPublished, [{ data }])
  }
}
