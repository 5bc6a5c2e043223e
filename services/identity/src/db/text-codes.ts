import type { Queryable, Transaction } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import { textCodes, textRequests } from './schema.ts'

export type TextRequestRow = typeof textRequests.$inferSelect
export type TextCodeRow = typeof textCodes.$inferSelect

/** The channel of PostgreSQL that wakes the job which answers the requests. */
export const TEXT_REQUESTS_CHANNEL = 'text_requests'

export async function insertTextRequest(db: Queryable, request: TextRequestRow): Promise<void> {
  await db.insert(textRequests).values(request)
  wakeAfterCommit(db, TEXT_REQUESTS_CHANNEL)
}

/** Deletes and returns the oldest requests. A rollback restores them. */
export async function dequeueTextRequests(tx: Transaction, limit: number): Promise<TextRequestRow[]> {
  const oldest = tx
    .select({ id: textRequests.id })
    .from(textRequests)
    .orderBy(asc(textRequests.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx.delete(textRequests).where(inArray(textRequests.id, oldest)).returning()
}

export async function deleteTextRequests(tx: Transaction, numbers: string[]): Promise<void> {
  await tx.delete(textRequests).where(inArray(textRequests.number, numbers))
}

/** The newest code of a number; the one before it does not work any more. */
export async function saveTextCode(tx: Transaction, code: TextCodeRow): Promise<void> {
  const { numberHash: _, ...newest } = code
  await tx.insert(textCodes).values(code).onConflictDoUpdate({ target: textCodes.numberHash, set: newest })
}

export async function findTextCode(
  db: Queryable,
  numberHash: string,
  now: Date,
): Promise<TextCodeRow | null> {
  const [row] = await db
    .select()
    .from(textCodes)
    .where(and(eq(textCodes.numberHash, numberHash), gt(textCodes.expiresAt, now)))
  return row ?? null
}

/** False if the code was used or replaced meanwhile. */
export async function deleteTextCode(tx: Transaction, id: string): Promise<boolean> {
  const deleted = await tx.delete(textCodes).where(eq(textCodes.id, id)).returning()
  return deleted.length > 0
}

export async function deleteExpiredTextCodes(db: Queryable, now: Date): Promise<void> {
  await db.delete(textCodes).where(lte(textCodes.expiresAt, now))
}
