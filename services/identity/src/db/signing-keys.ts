import { ADVISORY_LOCKS, lockOfSchema } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { privateKeys, signingKeys } from './schema.ts'

export type PrivateKeyRow = typeof privateKeys.$inferSelect
export type PublicKeyRow = typeof signingKeys.$inferSelect

/** An advisory lock, so that one replica at a time makes keys. */
export async function lockRotation(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfSchema(ADVISORY_LOCKS.signingKeyRotation)})`)
}

/** The newest first. */
export async function listPrivateKeys(db: Queryable): Promise<PrivateKeyRow[]> {
  return db.select().from(privateKeys).orderBy(desc(privateKeys.signsFrom))
}

/** The keys whose tokens are accepted: the current one, those to come, and replaced ones whose last tokens are valid. */
export async function listPublicKeys(db: Queryable, now: Date): Promise<PublicKeyRow[]> {
  return db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.acceptUntil), gt(signingKeys.acceptUntil, now)))
    .orderBy(asc(signingKeys.keyId))
}

export async function insertKey(tx: Transaction, key: PrivateKeyRow & { publicKey: string }): Promise<void> {
  const { publicKey, ...rest } = key
  await tx.insert(privateKeys).values(rest)
  await tx.insert(signingKeys).values({ keyId: key.keyId, publicKey, acceptUntil: null })
}

/** Deletes the private half of a key. Returns the public half. */
export async function retireKey(
  tx: Transaction,
  keyId: string,
  acceptUntil: Date,
): Promise<PublicKeyRow | null> {
  await tx.delete(privateKeys).where(eq(privateKeys.keyId, keyId))
  const [row] = await tx
    .update(signingKeys)
    .set({ acceptUntil })
    .where(eq(signingKeys.keyId, keyId))
    .returning()
  return row ?? null
}
