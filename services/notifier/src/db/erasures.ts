import { ADVISORY_LOCKS, lockOfSchema, lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { FOUND_BY_ADDRESS } from './schema.ts'

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

/** Which of these addresses were erased, and when. */
export async function listErasedAddresses(
  tx: Transaction,
  addressHashes: string[],
): Promise<{ addressHash: string; erasedAt: string }[]> {
  return tx.execute<{ addressHash: string; erasedAt: string }>(sql`
    select address_hash as "addressHash", erased_at as "erasedAt" from erased_addresses
    where address_hash in (select jsonb_array_elements_text(${asJsonb(addressHashes)}))`)
}

/** Which of these subscriptions were erased. */
export async function listErasedSubscriptions(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select subscription_id as id from erased_subscriptions where subscription_id = any(${uuids(ids)})`)
  return rows.map(({ id }) => id)
}

/** An address whose owner's account was deleted then. */
export type AddressErasure = { addressHash: string; deletedAt: string }

const givenAs = (addresses: AddressErasure[]) => sql`
  jsonb_to_recordset(${asJsonb(addresses)}) as erased("addressHash" text, "deletedAt" timestamptz)`

/** Of two erasures of one address the later stands. */
export async function insertErasedAddresses(tx: Transaction, addresses: AddressErasure[]): Promise<void> {
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

/** Deliveries that were asked for before the erasure, to these addresses or about their alerts. */
export async function listDeliveriesOfAddresses(
  tx: Transaction,
  addresses: AddressErasure[],
): Promise<string[]> {
  const given = givenAs(addresses)
  const rows = await tx.execute<{ id: string }>(sql`
    select d.id from ${given}
    join delivery_alerts a on a.email_hash = erased."addressHash"
    join deliveries d on d.id = a.delivery_id and d.requested_at <= erased."deletedAt"
    union
    select d.id from ${given}
    join (select id, address_hash, requested_at from deliveries where ${FOUND_BY_ADDRESS}) d
      on d.address_hash = erased."addressHash" and d.requested_at <= erased."deletedAt"`)
  return rows.map(({ id }) => id)
}

/** Texts about the alerts of these addresses that are no alerts: questions and answers, found by their numbers. */
export async function listTextsOf(
  tx: Transaction,
  addresses: AddressErasure[],
  numberHashes: string[],
): Promise<string[]> {
  if (numberHashes.length === 0) return []
  const rows = await tx.execute<{ id: string }>(sql`
    select d.id from ${givenAs(addresses)}
    join deliveries d on encode(sha256(convert_to(lower(d.email), 'UTF8')), 'hex') = erased."addressHash"
      and d.requested_at <= erased."deletedAt"
    where d.channel = 'sms' and d.source = 'notification'
      and d.address_hash = any(array(select jsonb_array_elements_text(${asJsonb(numberHashes)})))`)
  return rows.map(({ id }) => id)
}

export async function listDeliveriesOfSubscriptions(tx: Transaction, ids: string[]): Promise<string[]> {
  const given = uuids(ids)
  const rows = await tx.execute<{ id: string }>(sql`
    select delivery_id as id from delivery_alerts where subscription_id = any(${given})
    union
    select id from deliveries where source = 'notification' and subscription_id = any(${given})`)
  return rows.map(({ id }) => id)
}

/** With their alerts. Returns how many rows of each. */
export async function deleteDeliveries(
  tx: Transaction,
  ids: string[],
): Promise<{ deliveries: number; delivery_alerts: number }> {
  const alerts = await tx.execute(sql`delete from delivery_alerts where delivery_id = any(${uuids(ids)})`)
  const deliveries = await tx.execute(sql`delete from deliveries where id = any(${uuids(ids)})`)
  return { deliveries: deliveries.count, delivery_alerts: alerts.count }
}

/** Purges erasures that no event can be older than any more. True if there may be more. */
export async function deleteOldErasures(
  db: Database,
  retentionHours: number,
  limit = 5_000,
): Promise<boolean> {
  const isOld = sql`erased_at < now() - make_interval(secs => ${retentionHours * 3600})`
  const addresses = await db.execute(sql`
    delete from erased_addresses where address_hash = any(array(
      select address_hash from erased_addresses where ${isOld} limit ${limit}))`)
  const subscriptions = await db.execute(sql`
    delete from erased_subscriptions where subscription_id = any(array(
      select subscription_id from erased_subscriptions where ${isOld} limit ${limit}))`)
  return addresses.count === limit || subscriptions.count === limit
}
