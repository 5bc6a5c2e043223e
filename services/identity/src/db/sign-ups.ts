import type { Queryable, Transaction } from '@walkon/service/database'
import { and, desc, eq, gt, isNotNull, ne, lte } from 'drizzle-orm'
import { signUps } from './schema.ts'

export type SignUpRow = typeof signUps.$inferSelect

export async function insertSignUp(db: Queryable, signUp: SignUpRow): Promise<void> {
  await db.insert(signUps).values(signUp)
}

export async function findSignUp(db: Queryable, id: string, now: Date): Promise<SignUpRow | null> {
  const [row] = await db
    .select()
    .from(signUps)
    .where(and(eq(signUps.id, id), gt(signUps.expiresAt, now)))
  return row ?? null
}

/** The newest sign-up of an address that still waits to be confirmed. */
export async function findNewestSignUp(db: Queryable, email: string, now: Date): Promise<SignUpRow | null> {
  const [row] = await db
    .select()
    .from(signUps)
    .where(and(eq(signUps.email, email), gt(signUps.expiresAt, now)))
    .orderBy(desc(signUps.createdAt))
    .limit(1)
  return row ?? null
}

/** The password hash of the newest sign-up that has one and still waits to be confirmed. */
export async function findSignUpPassword(db: Queryable, email: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ passwordHash: signUps.passwordHash })
    .from(signUps)
    .where(and(eq(signUps.email, email), gt(signUps.expiresAt, now), isNotNull(signUps.passwordHash)))
    .orderBy(desc(signUps.createdAt))
    .limit(1)
  return row?.passwordHash ?? null
}

/** True if another sign-up of the address waits with a password. */
export async function hasOtherPassword(tx: Queryable, { id, email }: SignUpRow, now: Date): Promise<boolean> {
  const [row] = await tx
    .select({ id: signUps.id })
    .from(signUps)
    .where(
      and(
        eq(signUps.email, email),
        ne(signUps.id, id),
        gt(signUps.expiresAt, now),
        isNotNull(signUps.passwordHash),
      ),
    )
    .limit(1)
  return row !== undefined
}

/**
 * Lets all waiting sign-ups of an address expire with the mail that was just written. Of two sign-ups, the one
 * that expired first would leave the password of the other, which may be a stranger's.
 */
export async function extendSignUps(
  tx: Transaction,
  email: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx
    .update(signUps)
    .set({ expiresAt })
    .where(and(eq(signUps.email, email), gt(signUps.expiresAt, now)))
}

/** Deletes the sign-ups of an address, and by their foreign key the tokens of their mails. */
export async function deleteSignUps(tx: Transaction, email: string): Promise<void> {
  await tx.delete(signUps).where(eq(signUps.email, email))
}

export async function deleteExpiredSignUps(db: Queryable, now: Date): Promise<void> {
  await db.delete(signUps).where(lte(signUps.expiresAt, now))
}
