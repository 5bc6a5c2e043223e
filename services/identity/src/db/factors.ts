import type { Queryable, Transaction } from '@walkon/service/database'
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import { challenges, factors } from './schema.ts'

export type FactorRow = typeof factors.$inferSelect
export type ChallengeRow = typeof challenges.$inferSelect

export async function listFactors(db: Queryable, userId: string): Promise<FactorRow[]> {
  return db.select().from(factors).where(eq(factors.userId, userId)).orderBy(asc(factors.createdAt))
}

/** True if signing in to the account takes a second factor. */
export async function hasVerifiedFactor(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
    .limit(1)
  return row !== undefined
}

/** Null for a factor of another user. */
export async function findFactor(db: Queryable, userId: string, id: string): Promise<FactorRow | null> {
  const [row] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.id, id)))
  return row ?? null
}

/** Null for a factor of another user. Locked until the transaction ends. */
export async function lockFactor(tx: Transaction, userId: string, id: string): Promise<FactorRow | null> {
  const [row] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.id, id)))
    .for('update')
  return row ?? null
}

/** Returns false if the user has a factor of that name. */
export async function insertFactor(tx: Queryable, factor: typeof factors.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(factors).values(factor).onConflictDoNothing()
  return inserted.count > 0
}

export async function saveVerified(tx: Transaction, id: string, step: number, now: Date): Promise<void> {
  await tx
    .update(factors)
    .set({ status: 'verified', lastUsedStep: step, updatedAt: now })
    .where(eq(factors.id, id))
}

export async function deleteFactor(tx: Transaction, id: string): Promise<void> {
  await tx.delete(factors).where(eq(factors.id, id))
}

/** Returns how many factors were deleted. */
export async function deleteFactors(tx: Transaction, userId: string): Promise<number> {
  const deleted = await tx.delete(factors).where(eq(factors.userId, userId))
  return deleted.count
}

/** Deletes enrolments that were begun before an instant and not finished. */
export async function deleteUnverifiedFactors(tx: Queryable, userId: string, before: Date): Promise<void> {
  await tx
    .delete(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'unverified'), lt(factors.createdAt, before)))
}

export async function insertChallenge(
  db: Queryable,
  challenge: typeof challenges.$inferInsert,
): Promise<void> {
  await db.insert(challenges).values(challenge)
}

/** Counts one more try at a challenge, and returns it. */
export async function tryChallenge(
  tx: Queryable,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  const [row] = await tx
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(and(eq(challenges.factorId, factorId), eq(challenges.id, id)))
    .returning()
  return row ?? null
}

export async function deleteChallenge(tx: Transaction, id: string): Promise<void> {
  await tx.delete(challenges).where(eq(challenges.id, id))
}

export async function deleteExpiredChallenges(db: Queryable, now: Date): Promise<void> {
  await db.delete(challenges).where(lte(challenges.expiresAt, now))
}
