import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import { newsletterSubscribers } from '../schema.ts'

export type Subscriber = { entryId: string; confirmedAt: Date | null }

/** Locks the address against subscribing and confirming until the transaction ends. Returns its entry; null if there is none. */
export async function lockSubscriber(tx: Transaction, email: string): Promise<Subscriber | null> {
  const emailHash = hashAddress(email)
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`newsletter ${emailHash}`}::text`)})`)
  const [found] = await tx
    .select({ entryId: newsletterSubscribers.entryId, confirmedAt: newsletterSubscribers.confirmedAt })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.emailHash, emailHash))
  return found ?? null
}

/** Inserts an address whose owner is asked. The person who entered it is not stored. Returns the id of its entry. */
export async function insertSubscriber(tx: Transaction, email: string): Promise<string> {
  const [row] = await tx
    .insert(newsletterSubscribers)
    .values({ emailHash: hashAddress(email), email })
    .returning({ entryId: newsletterSubscribers.entryId })
  if (!row) throw new Error('The subscriber was not saved')
  return row.entryId
}

/** An address whose owner has said yes. Returns the id of its entry. */
export async function saveConfirmed(
  tx: Transaction,
  { email, userId }: { email: string; userId: string | null },
): Promise<string> {
  const [row] = await tx.execute<{ entryId: string }>(sql`
    insert into newsletter_subscribers as s (email_hash, email, user_id, confirmed_at)
    values (${hashAddress(email)}, ${email}, ${userId}::uuid, now())
    on conflict (email_hash) do update set confirmed_at = coalesce(s.confirmed_at, now()),
      user_id = coalesce(excluded.user_id, s.user_id)
    returning entry_id as "entryId"`)
  if (!row) throw new Error('The subscriber was not saved')
  return row.entryId
}

/** Forgets who has left the newsletter: the suppression, a hash, remembers the wish. */
export async function deleteSubscribers(tx: Transaction, emailHashes: string[]): Promise<void> {
  await tx.execute(sql`
    delete from newsletter_subscribers
    where email_hash in (select jsonb_array_elements_text(${asJsonb(emailHashes)}))`)
}

/**
 * Deletes the subscriptions of deleted accounts' addresses, and unlinks those that they made for an address that is not theirs any more.
 */
export async function deleteSubscribersOf(tx: Transaction, erased: ErasedAddress[]): Promise<void> {
  await tx.execute(sql`
    delete from newsletter_subscribers s
    using jsonb_to_recordset(${asJsonb(erased)}) as e("addressHash" text, "deletedAt" timestamptz)
    where s.email_hash = e."addressHash" and s.asked_at <= e."deletedAt"`)
  await tx.execute(sql`
    update newsletter_subscribers set user_id = null
    where user_id = any(${uuids(erased.map(({ userId }) => userId))})`)
}

/** Addresses whose owners have not said yes since they were asked before that. Returns how many. */
export async function deleteUnconfirmed(db: Queryable, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from newsletter_subscribers where email_hash in (
      select email_hash from newsletter_subscribers
      where confirmed_at is null and asked_at < ${before.toISOString()}::timestamptz limit ${limit})`)
  return deleted.count
}
