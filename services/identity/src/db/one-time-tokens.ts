import type { Queryable, Transaction } from '@walkon/service/database'
import { and, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { MAX_CODE_ATTEMPTS, type TokenPurpose } from '../domain/one-time-token.ts'
import { oneTimeTokens } from './schema.ts'

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect

export async function insertOneTimeToken(
  tx: Queryable,
  token: typeof oneTimeTokens.$inferInsert,
): Promise<void> {
  await tx.insert(oneTimeTokens).values(token)
}

/** Whom a token is about, looked up before anything is locked. */
export async function findSubject(
  tx: Transaction,
  by: { tokenHash: string } | { authCodeHash: string },
): Promise<Pick<OneTimeTokenRow, 'email' | 'newEmail' | 'userId'> | null> {
  const [row] = await tx
    .select()
    .from(oneTimeTokens)
    .where(
      'tokenHash' in by
        ? eq(oneTimeTokens.tokenHash, by.tokenHash)
        : eq(oneTimeTokens.authCodeHash, by.authCodeHash),
    )
  return row ?? null
}

/** Locked until the transaction ends, so that it is used once. */
export async function lockByToken(
  tx: Transaction,
  tokenHash: string,
  purposes: TokenPurpose[],
  now: Date,
): Promise<OneTimeTokenRow | null> {
  const [row] = await tx
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash),
        inArray(oneTimeTokens.purpose, purposes),
        gt(oneTimeTokens.expiresAt, now),
        isNull(oneTimeTokens.usedAt),
      ),
    )
    .for('update')
  return row ?? null
}

/** Counts one more try at the codes that were mailed to an address, and returns those that could be meant. */
export async function tryCodes(
  db: Queryable,
  email: string,
  purposes: TokenPurpose[],
  now: Date,
): Promise<OneTimeTokenRow[]> {
  return db
    .update(oneTimeTokens)
    .set({ codeAttempts: sql`${oneTimeTokens.codeAttempts} + 1` })
    .where(
      and(
        eq(oneTimeTokens.email, email),
        inArray(oneTimeTokens.purpose, purposes),
        gt(oneTimeTokens.codeExpiresAt, now),
        lt(oneTimeTokens.codeAttempts, MAX_CODE_ATTEMPTS),
        isNull(oneTimeTokens.usedAt),
      ),
    )
    .returning()
}

export async function saveAuthCode(
  tx: Transaction,
  id: string,
  authCodeHash: string,
  authCodeExpiresAt: Date,
): Promise<void> {
  await tx.update(oneTimeTokens).set({ authCodeHash, authCodeExpiresAt }).where(eq(oneTimeTokens.id, id))
}

export async function lockByAuthCode(tx: Transaction, authCodeHash: string): Promise<OneTimeTokenRow | null> {
  const [row] = await tx
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.authCodeHash, authCodeHash), isNull(oneTimeTokens.usedAt)))
    .for('update')
  return row ?? null
}

/** Both halves of a change of address, whether or not the first is confirmed yet. */
export async function listEmailChange(tx: Transaction, userId: string, newEmail: string, now: Date) {
  return tx
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.newEmail, newEmail),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
}

export async function saveUsed(tx: Transaction, id: string, usedAt: Date): Promise<void> {
  await tx.update(oneTimeTokens).set({ usedAt }).where(eq(oneTimeTokens.id, id))
}

export async function deleteOneTimeTokens(
  tx: Queryable,
  userId: string,
  purposes: TokenPurpose[],
): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, purposes)))
}

export async function deleteExpiredTokens(db: Queryable, now: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now))
}
