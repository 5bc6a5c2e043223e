import type { Letter } from '@walkon/contracts/letter'
import type { MailList } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** The address of each account, and the letters that wait for one. */

export type Account = { userId: string; email: string; heldSince: string }

/** Locks these users: no letter and no address of them is taken in until the transaction ends, because events of the two have no order. */
export async function lockAccounts(tx: Transaction, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(sql`'account ' || id`)})
    from jsonb_array_elements_text(${asJsonb([...new Set(userIds)].toSorted())}) as account(id)`)
}

/** The later of two addresses of an account stands. */
export async function saveAccounts(tx: Transaction, held: Account[]): Promise<void> {
  const rows = held.map((account) => ({ ...account, emailHash: hashAddress(account.email) }))
  await tx.execute(sql`
    insert into accounts as a (user_id, email, email_hash, held_since)
    select distinct on ("userId") "userId", "email", "emailHash", "heldSince"
    from jsonb_to_recordset(${asJsonb(rows)}) as r(
      "userId" uuid, "email" text, "emailHash" text, "heldSince" timestamptz)
    order by "userId", "heldSince" desc
    on conflict (user_id) do update set email = excluded.email, email_hash = excluded.email_hash,
      held_since = excluded.held_since
    where a.held_since <= excluded.held_since`)
}

export async function listAccounts(tx: Queryable, userIds: string[]): Promise<Account[]> {
  if (userIds.length === 0) return []
  return tx.execute<Account>(sql`
    select user_id as "userId", email, held_since as "heldSince" from accounts
    where user_id = any(${uuids(userIds)})`)
}

/** Lists the account of each of these addresses, if there is one. The later of two accounts has the address. */
export async function listUsersOf(tx: Queryable, addressHashes: string[]): Promise<Map<string, string>> {
  const rows = await tx.execute<{ addressHash: string; userId: string }>(sql`
    select distinct on (email_hash) email_hash as "addressHash", user_id as "userId" from accounts
    where email_hash in (select jsonb_array_elements_text(${asJsonb(addressHashes)}))
    order by email_hash, held_since desc`)
  return new Map(rows.map(({ addressHash, userId }) => [addressHash, userId]))
}

/** The account of an address, where there is one. */
export const findUserOf = async (db: Queryable, email: string): Promise<string | null> =>
  (await listUsersOf(db, [hashAddress(email)])).get(hashAddress(email)) ?? null

/** For the support desk. */
export const knownAccountsOf = (db: Queryable) => ({
  findAccount: (email: string) => findUserOf(db, email),
  isKnown: async (userId: string) => (await listAccounts(db, [userId])).length > 0,
})

/** The accounts whose alerts go to a number, because its owner has answered YES. */
export async function listUsersOfNumber(db: Queryable, numberHash: string): Promise<string[]> {
  const rows = await db.execute<{ userId: string }>(sql`
    select distinct a.user_id as "userId" from consents c join accounts a on a.email_hash = c.email_hash
    where c.number_hash = ${numberHash} and c.confirmed_at is not null`)
  return rows.map(({ userId }) => userId)
}

/** A letter to a user, as it was requested. */
export type UserLetter = {
  notificationId: string
  userId: string
  content: Letter
  list: MailList | null
  expiresAt: string
  requestedAt: string
  traceparent: string | null
}

/** Keeps letters until their account is known. One that waits already is passed over. */
export async function insertWaitingLetters(tx: Transaction, letters: UserLetter[]): Promise<void> {
  if (letters.length === 0) return
  await tx.execute(sql`
    insert into waiting_letters (notification_id, user_id, content, list, expires_at, requested_at, traceparent)
    select "notificationId", "userId", "content", "list", "expiresAt", "requestedAt", "traceparent"
    from jsonb_to_recordset(${asJsonb(letters)}) as r(
      "notificationId" uuid, "userId" uuid, "content" jsonb, "list" text, "expiresAt" timestamptz,
      "requestedAt" timestamptz, "traceparent" text)
    on conflict (notification_id) do nothing`)
}

/** Takes the letters of these users out of the wait, the oldest first. */
export async function takeWaitingLetters(tx: Transaction, userIds: string[]): Promise<UserLetter[]> {
  if (userIds.length === 0) return []
  return tx.execute<UserLetter>(sql`
    with taken as (delete from waiting_letters where user_id = any(${uuids(userIds)}) returning *)
    select notification_id as "notificationId", user_id as "userId", content, list, expires_at as "expiresAt",
      requested_at as "requestedAt", traceparent
    from taken order by requested_at`)
}

/** Deletes letters that have waited for an account until they were of no use. Returns how many. */
export async function deleteExpiredLetters(tx: Transaction, limit: number): Promise<string[]> {
  const dropped = await tx.execute<{ id: string }>(sql`
    delete from waiting_letters where notification_id = any(array(
      select notification_id from waiting_letters where expires_at <= now()
      order by expires_at limit ${limit} for update skip locked))
    returning notification_id as id`)
  return dropped.map(({ id }) => id)
}

/** Lists those of these users that were erased. */
export async function listErasedUsers(db: Queryable, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from erased_users where user_id = any(${uuids(userIds)})`)
  return new Set(rows.map(({ userId }) => userId))
}

/** Forgets these accounts and what waits for them, and remembers that they are gone. */
export async function deleteAccounts(tx: Transaction, userIds: string[]): Promise<void> {
  const given = uuids(userIds)
  await tx.execute(sql`
    insert into erased_users (user_id) select distinct unnest(${given}) order by 1 on conflict do nothing`)
  await tx.execute(sql`delete from accounts where user_id = any(${given})`)
  await tx.execute(sql`delete from waiting_letters where user_id = any(${given})`)
}
