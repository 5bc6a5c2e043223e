import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { DeliveryContent } from '../../domain/content.ts'
import { NO_ALERT } from '../schema.ts'

export type AddressChange = { userId: string; oldEmail: string; newEmail: string; changedAt: string }
export type SubscriptionChange = { subscriptionId: string; email: string; changedAt: string }

export async function insertMovedAddress(
  tx: Transaction,
  { oldEmail, newEmail, changedAt }: AddressChange,
): Promise<void> {
  await tx.execute(sql`
    insert into moved_addresses (address_hash, changed_at, email, email_hash)
    values (${hashAddress(oldEmail)}, ${changedAt}::timestamptz, ${newEmail}, ${hashAddress(newEmail)})
    on conflict do nothing`)
}

/** False if a later change of the subscription is on record. */
export async function saveMovedSubscription(
  tx: Transaction,
  { subscriptionId, email, changedAt }: SubscriptionChange,
): Promise<boolean> {
  const saved = await tx.execute(sql`
    insert into moved_subscriptions (subscription_id, changed_at, email, email_hash)
    values (${subscriptionId}::uuid, ${changedAt}::timestamptz, ${email}, ${hashAddress(email)})
    on conflict (subscription_id) do update set changed_at = excluded.changed_at, email = excluded.email,
      email_hash = excluded.email_hash, created_at = now()
    where moved_subscriptions.changed_at <= excluded.changed_at
    returning 1`)
  return saved.length > 0
}

/**
 * Lists the deliveries requested before the change: letters to the old address, and messages about its alerts. Letters to the user id too,
 * whenever they were requested, and no other user's.
 */
export async function listDeliveriesOwnedBy(
  tx: Transaction,
  { userId, oldEmail, changedAt }: AddressChange,
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select d.id from delivery_alerts a
    join deliveries d on d.id = a.delivery_id and d.requested_at <= ${changedAt}::timestamptz
    where a.email_hash = ${hashAddress(oldEmail)}
    union
    select id from deliveries
    where ${NO_ALERT} and email = ${oldEmail} and requested_at <= ${changedAt}::timestamptz
      and (user_id is null or user_id = ${userId}::uuid)
    union
    select id from deliveries where user_id = ${userId}::uuid`)
  return rows.map(({ id }) => id)
}

export type QueuedToOwner = { id: string; content: DeliveryContent | null; userId: string | null }

/** Locks and lists those of these deliveries that wait to be mailed to their owner. */
export async function listQueuedToOwner(tx: Transaction, ids: string[]): Promise<QueuedToOwner[]> {
  return tx.execute<QueuedToOwner>(sql`
    select id, content, user_id as "userId" from deliveries
    where id = any(${uuids(ids)}) and state = 'queued' and channel = 'email' and address = email
    order by id for update`)
}

/**
 * Readdresses locked, queued deliveries. They count as requested at the change. A later deletion of the account erases them, and one of an
 * earlier user of the new address does not.
 */
export async function saveRecipient(
  tx: Transaction,
  ids: string[],
  { email, changedAt }: { email: string; changedAt: string },
): Promise<void> {
  if (ids.length === 0) return
  const hash = hashAddress(email)
  await tx.execute(sql`
    update deliveries d set email = ${email}, address = ${email}, address_hash = ${hash},
      requested_at = greatest(requested_at, ${changedAt}::timestamptz), updated_at = now()
    where id = any(${uuids(ids)}) and not exists (
      select from deliveries other
      where other.source_id = d.source_id and other.channel = d.channel and other.address_hash = ${hash})`)
  await tx.execute(sql`
    update delivery_alerts a set address_hash = d.address_hash
    from deliveries d where d.id = a.delivery_id and d.id = any(${uuids(ids)})`)
}

/**
 * Gives these deliveries and their history to an address. A message that may still be written to the old mailbox keeps its owner,
 * because the links in it are the owner's. The link of a text speaks for the new owner since the change.
 */
export async function saveOwner(
  tx: Transaction,
  ids: string[],
  { email, changedAt }: { email: string; changedAt: string },
): Promise<void> {
  await tx.execute(sql`
    update delivery_alerts set email_hash = ${hashAddress(email)} where delivery_id = any(${uuids(ids)})`)
  await tx.execute(sql`
    update deliveries set email = ${email}, requested_at = case channel
      when 'sms' then greatest(requested_at, ${changedAt}::timestamptz) else requested_at end
    where id = any(${uuids(ids)}) and email <> ${email}
      and (address <> email or state not in ('queued', 'sending', 'unknown'))`)
}

export type MovedSubscription = { subscriptionId: string; email: string; changedAt: string }

export async function listMovedSubscriptions(tx: Transaction, ids: string[]): Promise<MovedSubscription[]> {
  return tx.execute<MovedSubscription>(sql`
    select subscription_id as "subscriptionId", email, changed_at as "changedAt"
    from moved_subscriptions where subscription_id = any(${uuids(ids)})`)
}

export type MovedAddress = { addressHash: string; email: string; changedAt: string }

/** The changes of these addresses, and those of the addresses that came after them. */
export async function listMovedAddresses(tx: Transaction, addressHashes: string[]): Promise<MovedAddress[]> {
  return tx.execute<MovedAddress>(sql`
    with recursive followed as (
      select address_hash, changed_at, email, email_hash from moved_addresses
      where address_hash in (select jsonb_array_elements_text(${asJsonb(addressHashes)}))
      union
      select next.address_hash, next.changed_at, next.email, next.email_hash
      from followed join moved_addresses next on next.address_hash = followed.email_hash)
    select address_hash as "addressHash", email, changed_at as "changedAt" from followed order by changed_at`)
}
