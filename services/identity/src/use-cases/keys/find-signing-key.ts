import type { Database, Queryable } from '@walkon/service/database'
import { listPrivateKeys } from '../../db/signing-keys.ts'
import type { StoredSecrets } from '../../secrets/stored-secrets.ts'

export type SigningKey = {
  keyId: string
  /** PEM. */
  privateKey: string
}

export type SigningKeys = {
  /** The key that signs now. Inside a transaction, read through it: it must not wait for a second connection. */
  current(by?: Queryable): Promise<SigningKey>
  /** Reads the keys again, after they were rotated. */
  reload(): Promise<void>
}

export type SigningKeyDeps = { db: Database; storedKeys: StoredSecrets; now: () => Date }

/** How long a replica keeps the keys in memory. A new key is published far longer than that before its first use. */
export const KEYS_FRESH_MS = 30_000

/** The private halves of the keys, cached in memory for `KEYS_FRESH_MS`. */
export function createSigningKeys({ db, storedKeys, now }: SigningKeyDeps): SigningKeys {
  let known: { readAtMs: number; keys: (SigningKey & { signsFrom: Date })[] } = { readAtMs: 0, keys: [] }

  async function read(by: Queryable): Promise<void> {
    const rows = await listPrivateKeys(by)
    const keys = rows.map(async ({ keyId, privateKey, signsFrom }) => ({
      keyId,
      privateKey: await storedKeys.open(privateKey),
      signsFrom,
    }))
    known = { readAtMs: now().getTime(), keys: await Promise.all(keys) }
  }

  return {
    async current(by = db) {
      const at = now()
      if (at.getTime() - known.readAtMs > KEYS_FRESH_MS) await read(by)
      const key = known.keys.find(({ signsFrom }) => signsFrom <= at)
      if (!key) throw new Error('There is no key that signs')
      return key
    },
    reload: () => read(db),
  }
}
