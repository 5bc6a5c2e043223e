import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { and, asc, eq, gt, inArray, notExists, sql } from 'drizzle-orm'
import { formerAddresses, hashOf, users } from './schema.ts'

export type UserRow = typeof users.$inferSelect
export type UserChange = Partial<
  Pick<UserRow, 'email' | 'emailConfirmedAt' | 'passwordHash' | 'userMetadata' | 'lastSignInAt'>
>

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row ?? null
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ?? null
}

export const listUsers = (db: Queryable, ids: string[]): Promise<UserRow[]> =>
  db.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.email))

/**
 * The accounts after an id, in the order of ids. Until the transaction ends, none of them is deleted or gets another
 * address; sign-ins go on.
 */
export async function lockUsersAfter(
  tx: Transaction,
  after: string | null,
  limit: number,
): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(after === null ? undefined : gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(limit)
    .for('key share')
}

export const countUsers = (db: Queryable): Promise<number> => db.$count(users)

/** Locks the row of the account until the transaction ends, so that changes of an account are serialized. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return row ?? null
}

/** The same for a sign-in: it takes turns with changes of the account, and goes on while accounts are published (`lockUsersAfter`). */
export async function lockUserForSignIn(tx: Transaction, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row ?? null
}

/** Null if the address has an account by now. */
export async function insertUser(tx: Transaction, user: typeof users.$inferInsert): Promise<UserRow | null> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning()
  return row ?? null
}

export async function saveUser(tx: Queryable, id: string, change: UserChange, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, id))
}

/** Sessions, factors, roles and tokens are deleted by their foreign keys. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id))
}

export async function insertFormerAddress(
  tx: Transaction,
  former: { userId: string; addressHash: string; leftAt: Date },
): Promise<void> {
  await tx
    .insert(formerAddresses)
    .values(former)
    .onConflictDoUpdate({
      target: [formerAddresses.userId, formerAddresses.addressHash],
      set: { leftAt: former.leftAt },
    })
}

/** Null for an address that was left before the time was recorded. */
export type FormerAddress = { addressHash: string; leftAt: Date | null }

/** Addresses that the user had, has not now, and no other user has now. */
export async function listFormerAddresses(tx: Queryable, userId: string): Promise<FormerAddress[]> {
  return tx
    .select({ addressHash: formerAddresses.addressHash, leftAt: formerAddresses.leftAt })
    .from(formerAddresses)
    .where(
      and(
        eq(formerAddresses.userId, userId),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(users)
            .where(eq(hashOf(users.email), formerAddresses.addressHash)),
        ),
      ),
    )
}

/** An advisory lock on an address until the transaction ends, so that one account takes it. */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${email}::text`)})`)
}
