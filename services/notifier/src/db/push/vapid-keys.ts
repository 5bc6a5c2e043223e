import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { vapidKeys } from './push-tables.ts'

/** The private key is encrypted. */
type StoredKeys = { publicKey: string; privateKey: string }

/** Keeps the pair unless there is one. Returns the pair that is kept, locked. */
export async function saveFirstKeys(tx: Transaction, keys: StoredKeys): Promise<StoredKeys> {
  await tx.insert(vapidKeys).values(keys).onConflictDoNothing()
  const [kept] = await tx
    .select({ publicKey: vapidKeys.publicKey, privateKey: vapidKeys.privateKey })
    .from(vapidKeys)
    .for('update')
  if (!kept) throw new Error('There is no VAPID key')
  return kept
}

export async function saveEncryptedKey(db: Database | Transaction, privateKey: string): Promise<void> {
  await db.execute(sql`update vapid_keys set private_key = ${privateKey}`)
}
