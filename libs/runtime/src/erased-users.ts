import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { unauthorized } from '@walkon/service/errors'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { daysBefore, type Purge } from './purge-daily.ts'

/**
 * Ids of deleted accounts, in every service with personal data but identity. An access token works for minutes after its account was
 * deleted, and an event about the account may come after the deletion. Neither may read or store something
 * (docs/decisions/erasure-follows-the-passes.md).
 */
export const erasedUsers = pgTable(
  'erased_users',
  {
    userId: uuid().primaryKey(),
    erasedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('erased_users_by_time').on(table.erasedAt)],
)

/** Longer than an access token works and an event is delivered. */
const KEPT_DAYS = EVENT_LIFETIME_HOURS / 24 + 1

/**
 * Keeps the account from being erased until the transaction ends: called before anything is stored under its id. With the name of a thing
 * that the account has once (`lane`, `plan`), transactions about that thing take turns. Its lock is taken after the account's and never
 * before, so that a request and an erasure cannot deadlock. Throws `unauthorized` for an account that is erased.
 */
export async function holdUser(tx: Transaction, userId: string, own?: string): Promise<void> {
  if ((await holdUsers(tx, [userId])).length === 0) throw unauthorized()
  if (own !== undefined) await lockOwn(tx, userId, own)
}

/** The lock of a thing of an account, for an erasure after `markErased`. */
export async function lockOwn(tx: Transaction, userId: string, own: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`${own} of ${userId}`}`)})`)
}

/** The same for the accounts that events name; returns those that are not erased. */
export async function holdUsers(tx: Transaction, userIds: string[]): Promise<string[]> {
  const sorted = sortedOnce(userIds)
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(${LOCK})
    from jsonb_array_elements_text(${asJsonb(sorted)}) as given(id)`)
  // A statement of its own: it sees what an erasure has committed that held the lock before.
  const erased = await tx.execute<{ id: string }>(sql`
    select user_id as id from erased_users where user_id = any(${uuids(sorted)})`)
  const gone = new Set(erased.map(({ id }) => id))
  return sorted.filter((userId) => !gone.has(userId))
}

/**
 * Has `holdUser` refuse these accounts from here on. Waits for the transactions that hold one of them, so that the erasure deletes what
 * they stored: called first in it.
 */
export async function markErased(tx: Transaction, userIds: string[], erasedAt: Date): Promise<void> {
  const sorted = sortedOnce(userIds)
  await tx.execute(sql`
    select pg_advisory_xact_lock(${LOCK}) from jsonb_array_elements_text(${asJsonb(sorted)}) as given(id)`)
  await tx.execute(sql`
    insert into erased_users (user_id, erased_at)
    select given.id::uuid, ${erasedAt.toISOString()}::timestamptz
    from jsonb_array_elements_text(${asJsonb(sorted)}) as given(id)
    on conflict do nothing`)
}

/** True if the account is deleted. Each request with its access token is refused then, before a route looks at it. */
export async function isErased(db: Queryable, userId: string): Promise<boolean> {
  const [erased] = await db.execute(sql`select from erased_users where user_id = ${userId}`)
  return erased !== undefined
}

const LOCK = lockOfThing(sql`'user.' || given.id`)

/** Sorts ids in one order everywhere, so that no two transactions deadlock. */
const sortedOnce = (userIds: string[]) => [...new Set(userIds)].toSorted()

/** For `purgeDaily`. */
export const purgeErasedUsers = ({ db, now }: { db: Database; now: () => Date }): Purge => ({
  tables: ['erased_users'],
  deleteBatch: async (limit) => {
    const deleted = await db.execute(sql`
      delete from erased_users where user_id = any(array(
        select user_id from erased_users where erased_at < ${daysBefore(now(), KEPT_DAYS).toISOString()}::timestamptz
        order by erased_at limit ${limit}))`)
    return { erased_users: deleted.count }
  },
})
