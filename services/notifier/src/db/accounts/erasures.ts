import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { ADVISORY_LOCKS, lockOfSchema, lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { FOUND_BY_ADDRESS, NO_ALERT } from '../schema.ts'

const key = lockOfSchema(ADVISORY_LOCKS.notifierErasure)

/** A shared lock for inserts, until the transaction ends. */
export async function lockForInserts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${key})`)
}

/** An exclusive lock for an erasure, until the transaction ends. */
export async function lockForErasure(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
}

/** A mail about a subscription and its erasure come on different topics, perhaps at the same moment. */
export async function lockSubscriptions(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(sql`id`)})
    from jsonb_array_elements_text(${asJsonb(ids.toSorted())}) as subscription(id)`)
}

/** Lists those of these addresses that were erased, and when. */
export async function listErasedAddresses(
  tx: Transaction,
  addressHashes: string[],
): Promise<{ addressHash: string; erasedAt: string }[]> {
  return tx.execute<{ addressHash: string; erasedAt: string }>(sql`
    select address_hash as "addressHash", erased_at as "erasedAt" from erased_addresses
    where address_hash in (select jsonb_array_elements_text(${asJsonb(addressHashes)}))`)
}

/** Lists those of these subscriptions that were erased. */
export async function listErasedSubscriptions(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.execute<{ id: string }>(sql`
    select subscription_id as id from erased_subscriptions where subscription_id = any(${uuids(ids)})`)
  return rows.map(({ id }) => id)
}

const givenAs = (addresses: ErasedAddress[]) => sql`
  jsonb_to_recordset(${asJsonb(addresses)}) as erased("addressHash" text, "deletedAt" timestamptz)`

/** The later of two erasures of one address stands. */
export async function insertErasedAddresses(tx: Transaction, addresses: ErasedAddress[]): Promise<void> {
  await tx.execute(sql`
    insert into erased_addresses (address_hash, erased_at)
    select "addressHash", max("deletedAt") from ${givenAs(addresses)} group by 1 order by 1
    on conflict (address_hash) do update
      set erased_at = greatest(erased_addresses.erased_at, excluded.erased_at)`)
}

export async function insertErasedSubscriptions(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`
    insert into erased_subscriptions (subscription_id) select distinct unnest(${uuids(ids)}) order by 1
    on conflict do nothing`)
}

/** Deliveries requested before the erasure: to these addresses, about their alerts, and letters of the same owner to an earlier address. */
export async function listDeliveriesOfAddresses(
  tx: Transaction,
  addresses: ErasedAddress[],
): Promise<string[]> {
  const given = givenAs(addresses)
  const rows = await tx.execute<{ id: string }>(sql`
    with found as (
    select d.id from ${given}
    join delivery_alerts a on a.email_hash = erased."addressHash"
    join deliveries d on d.id = a.delivery_id and d.requested_at <= erased."deletedAt"
    union
    select d.id from ${given}
    join (select id, address_hash, requested_at from deliveries where ${FOUND_BY_ADDRESS}) d
      on d.address_hash = erased."addressHash" and d.requested_at <= erased."deletedAt"),
    owners as (
      select distinct d.email, erased."deletedAt" from found join deliveries d using (id)
      join ${given} on erased."addressHash" = encode(sha256(convert_to(d.email, 'UTF8')), 'hex'))
    select id from found
    union
    select d.id from owners
    join deliveries d on d.${NO_ALERT} and d.email = owners.email and d.requested_at <= owners."deletedAt"`)
  return rows.map(({ id }) => id)
}

/** Texts about the alerts of these addresses that are no alerts: questions and answers, found by their numbers. */
export async function listTextsOf(
  tx: Transaction,
  addresses: ErasedAddress[],
  numberHashes: string[],
): Promise<string[]> {
  if (numberHashes.length === 0) return []
  const rows = await tx.execute<{ id: string }>(sql`
    select d.id from ${givenAs(addresses)}
    join deliveries d on encode(sha256(convert_to(lower(d.email), 'UTF8')), 'hex') = erased."addressHash"
      and d.requested_at <= erased."deletedAt"
    where d.channel = 'sms' and d.${NO_ALERT}
      and d.address_hash = any(array(select jsonb_array_elements_text(${asJsonb(numberHashes)})))`)
  return rows.map(({ id }) => id)
}

/** Letters that were asked for by these user ids, whenever that was: an id never comes back. */
export async function listLettersToUsers(tx: Transaction, userIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from deliveries where user_id = any(${uuids(userIds)})`)
  return rows.map(({ id }) => id)
}

export async function listDeliveriesOfSubscriptions(tx: Transaction, ids: string[]): Promise<string[]> {
  const given = uuids(ids)
  const rows = await tx.execute<{ id: string }>(sql`
    select delivery_id as id from delivery_alerts where subscription_id = any(${given})
    union
    select id from deliveries where ${NO_ALERT} and subscription_id = any(${given})`)
  return rows.map(({ id }) => id)
}

/** Deletes the records of accounts that moved from or to these addresses before the erasure. */
export async function deleteMoves(tx: Transaction, addresses: ErasedAddress[]): Promise<void> {
  const given = givenAs(addresses)
  await tx.execute(sql`
    delete from moved_addresses m using ${given}
    where erased."addressHash" in (m.address_hash, m.email_hash) and m.changed_at <= erased."deletedAt"`)
  await tx.execute(sql`
    delete from moved_subscriptions m using ${given}
    where m.email_hash = erased."addressHash" and m.changed_at <= erased."deletedAt"`)
}

export async function deleteMovesOfSubscriptions(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`delete from moved_subscriptions where subscription_id = any(${uuids(ids)})`)
}

/** Deletes deliveries with their alerts. Returns how many rows of each. */
export async function deleteDeliveries(
  tx: Transaction,
  ids: string[],
): Promise<{ deliveries: number; delivery_alerts: number }> {
  const alerts = await tx.execute(sql`delete from delivery_alerts where delivery_id = any(${uuids(ids)})`)
  const deliveries = await tx.execute(sql`delete from deliveries where id = any(${uuids(ids)})`)
  return { deliveries: deliveries.count, delivery_alerts: alerts.count }
}

/** Purges erasures and moves that no event can be older than any more. True if there may be more. */
export async function deleteOldErasures(
  db: Database,
  retentionHours: number,
  limit = 5_000,
): Promise<boolean> {
  const old = sql`now() - make_interval(secs => ${retentionHours * 3600})`
  const deleted = [
    await db.execute(sql`
      delete from erased_addresses where address_hash = any(array(
        select address_hash from erased_addresses where erased_at < ${old} limit ${limit}))`),
    await db.execute(sql`
      delete from erased_subscriptions where subscription_id = any(array(
        select subscription_id from erased_subscriptions where erased_at < ${old} limit ${limit}))`),
    await db.execute(sql`
      delete from erased_users where user_id = any(array(
        select user_id from erased_users where erased_at < ${old} limit ${limit}))`),
    await db.execute(sql`
      delete from moved_addresses where (address_hash, changed_at) in (
        select address_hash, changed_at from moved_addresses where created_at < ${old} limit ${limit})`),
    await db.execute(sql`
      delete from moved_subscriptions where subscription_id = any(array(
        select subscription_id from moved_subscriptions where created_at < ${old} limit ${limit}))`),
  ]
  return deleted.some(({ count }) => count === limit)
}
