import { signingKeyPublished } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { Settings } from './config.ts'
import { insertKey, listPrivateKeys, lockRotation, retireKey, type PrivateKeyRow } from './db/signing-keys.ts'
import type { Sealing } from './sealing.ts'

export type SigningKey = {
  keyId: string
  /** PEM. */
  privateKey: string
}

export type SigningKeys = {
  /** The one that signs now. Inside a transaction, read through it: it must not wait for a second connection. */
  current(by?: Queryable): Promise<SigningKey>
  /** Makes a key when there is none or it is time for another, and takes back what has been replaced. */
  rotate(): Promise<void>
}

export type SigningKeyDeps = { db: Database; sealing: Sealing; settings: Settings; now: () => Date }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long the keys are remembered; far less than a new one waits for its first use. */
const FRESH_MS = 30_000

/**
 * Every key is published a while before it signs, and accepted for as long as its last token lives, so that nobody
 * meets a token whose key they have not heard of.
 */
export function createSigningKeys({ db, sealing, settings, now }: SigningKeyDeps): SigningKeys {
  let known: { readAtMs: number; keys: (SigningKey & { signsFrom: Date })[] } = { readAtMs: 0, keys: [] }

  async function read(by: Queryable): Promise<void> {
    const rows = await listPrivateKeys(by)
    const keys = rows.map(({ keyId, privateKey, signsFrom }) => ({
      keyId,
      privateKey: sealing.open(privateKey),
      signsFrom,
    }))
    known = { readAtMs: now().getTime(), keys }
  }

  return {
    async current(by = db) {
      const at = now()
      if (at.getTime() - known.readAtMs > FRESH_MS) await read(by)
      const key = known.keys.find(({ signsFrom }) => signsFrom <= at)
      if (!key) throw new Error('There is no key that signs')
      return key
    },

    async rotate() {
      await db.transaction(async (tx) => {
        await lockRotation(tx)
        const at = now()
        const [newest, ...older] = await listPrivateKeys(tx)
        if (!newest) await publishNew(tx, sealing, at, at)
        else if (at.getTime() - newest.createdAt.getTime() >= settings.SIGNING_KEY_DAYS * DAY_MS) {
          const signsFrom = new Date(at.getTime() + settings.SIGNING_KEY_LEAD_MINUTES * MINUTE_MS)
          await publishNew(tx, sealing, at, signsFrom)
        } else if (newest.signsFrom <= at) await retire(tx, older, newest, settings.ACCESS_TOKEN_SECONDS)
      })
      await read(db)
    },
  }
}

async function publishNew(
  tx: Transaction,
  sealing: Sealing,
  createdAt: Date,
  signsFrom: Date,
): Promise<void> {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const keyId = createHash('sha256').update(pair.publicKey).digest('base64url').slice(0, 16)
  const privateKey = sealing.seal(pair.privateKey)
  await insertKey(tx, { keyId, publicKey: pair.publicKey, privateKey, createdAt, signsFrom })
  await publish(tx, keyId, pair.publicKey, null)
}

/** Tokens may be signed with a replaced key for as long as some replica remembers it. */
async function retire(
  tx: Transaction,
  replaced: PrivateKeyRow[],
  newest: PrivateKeyRow,
  tokenSeconds: number,
): Promise<void> {
  const acceptUntil = new Date(newest.signsFrom.getTime() + 2 * FRESH_MS + tokenSeconds * 1000)
  for (const { keyId } of replaced) {
    const key = await retireKey(tx, keyId, acceptUntil)
    if (key) await publish(tx, keyId, key.publicKey, acceptUntil)
  }
}

const publish = (tx: Transaction, keyId: string, publicKey: string, acceptUntil: Date | null) =>
  emit(tx, signingKeyPublished, [
    { data: { keyId, publicKey, acceptUntil: acceptUntil?.toISOString() ?? null } },
  ])

/** RFC 8037. */
export function toJwk(keyId: string, publicKey: string) {
  const { kty, crv, x } = createPublicKey(publicKey).export({ format: 'jwk' })
  return { kty, crv, x, kid: keyId, alg: 'EdDSA', use: 'sig', key_ops: ['verify'] }
}
