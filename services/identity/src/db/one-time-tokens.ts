import type { Queryable, Transaction } from '@walkon/service/database'
import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { TokenPurpose } from '../domain/one-time-token.ts'
import { oneTimeTokens } from './schema.ts'

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect

export async function insertOneTimeToken(
  tx: Queryable,
  token: typeof oneTimeTokens.$inferInsert,
): Promise<void> {
  await tx.insert(oneTimeTokens).values(token)
}

/** The address and the account of a token, read without a lock so that they can be locked first. */
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

/** The tokens whose codes have not expired. The caller checks how often they were tried. */
export async function listCodes(
  db: Queryable,
  email: string,
  purposes: TokenPurpose[],
  now: Date,
): Promise<OneTimeTokenRow[]> {
  return db
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.email, email),
        inArray(oneTimeTokens.purpose, purposes),
        gt(oneTimeTokens.codeExpiresAt, now),
        isNull(oneTimeTokens.usedAt),
      ),
    )
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

/** The counts of the code that asks the current address about a change. */
export async function findEmailChangeTries(tx: Transaction, userId: string, now: Date) {
  const [row] = await tx
    .select({
      triesBefore: oneTimeTokens.triesBefore,
      deviceTriesBefore: oneTimeTokens.deviceTriesBefore,
    })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.purpose, 'email-change-current'),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
  return row ?? null
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

/** Deletes the tokens of all sign-ups that wait for the confirmation of an address. */
export async function deleteSignUpTokens(tx: Transaction, email: string): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.email, email), eq(oneTimeTokens.purpose, 'sign-up')))
}

export async function deleteExpiredTokens(db: Queryable, now: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now))
}
