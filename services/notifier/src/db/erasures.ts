import type { Database, Transaction } from '@walkon/service/database'
import { sql, type SQL } from 'drizzle-orm'
import { ADVISORY_LOCKS, lockOfSchema, lockOfThing } from '@walkon/service/advisory-locks'
import { hashAddress } from '@walkon/service/address-hash'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { FOUND_BY_ADDRESS } from './schema.ts'

/** Shared for inserts, exclusive for an erasure. */
const key = lockOfSchema(ADVISORY_LOCKS.notifierErasure)

export type Erased = {
  /** Whether what was said then of an address is older than its erasure. */
  hasAddress(address: string, saidAt: Date): boolean
  hasSubscription(id: string | null): boolean
}

/** Which of these are erased; none of them will be until the transaction has ended. */
export async function findErased(
  tx: Transaction,
  { addresses, subscriptionIds = [] }: { addresses: string[]; subscriptionIds?: string[] },
): Promise<Erased> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${key})`)
  await lockSubscriptions(tx, subscriptionIds)
  const hashes = asJsonb([...new Set(addresses.map(hashAddress))])
  const rows = await tx.execute<{ addressHash: string; erasedAt: string }>(sql`
    select address_hash as "addressHash", erased_at as "erasedAt" from erased_addresses
    where address_hash in (select jsonb_array_elements_text(${hashes}))`)
  const gone = await tx.execute<{ id: string }>(sql`
    select subscription_id as id from erased_subscriptions where subscription_id = any(${uuids(subscriptionIds)})`)
  const erasedAt = new Map(rows.map((row) => [row.addressHash, Date.parse(row.erasedAt)]))
  return {
    hasAddress: (address, saidAt) =>
      saidAt.getTime() <= (erasedAt.get(hashAddress(address)) ?? Number.NEGATIVE_INFINITY),
    hasSubscription: (subscriptionId) => gone.some(({ id }) => id === subscriptionId),
  }
}

/** An address whose owner's account was deleted then. */
export type AddressErasure = { addressHash: string; deletedAt: string }

/** Deletes what was asked for before, to these addresses or about their alerts, and remembers to take in no more of it. */
export async function eraseAddresses(tx: Transaction, addresses: AddressErasure[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
  const given = sql`
    jsonb_to_recordset(${asJsonb(addresses)}) as erased("addressHash" text, "deletedAt" timestamptz)`
  await tx.execute(sql`
    insert into erased_addresses (address_hash, erased_at)
    select "addressHash", max("deletedAt") from ${given} group by 1 order by 1
    on conflict (address_hash) do update
      set erased_at = greatest(erased_addresses.erased_at, excluded.erased_at)`)
  await deleteDeliveries(
    tx,
    sql`
      select d.id from ${given}
      join delivery_alerts a on a.email_hash = erased."addressHash"
      join deliveries d on d.id = a.delivery_id and d.requested_at <= erased."deletedAt"
      union
      select d.id from ${given}
      join (select id, address_hash, requested_at from deliveries where ${FOUND_BY_ADDRESS}) d
        on d.address_hash = erased."addressHash" and d.requested_at <= erased."deletedAt"`,
  )
}

/** Deletes all deliveries of these subscriptions, and remembers to take in no more of them. */
export async function eraseSubscriptions(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${key})`)
  await lockSubscriptions(tx, ids)
  const given = uuids(ids)
  await tx.execute(sql`
    insert into erased_subscriptions (subscription_id) select distinct unnest(${given}) order by 1
    on conflict do nothing`)
  await deleteDeliveries(
    tx,
    sql`
      select delivery_id as id from delivery_alerts where subscription_id = any(${given})
      union
      select id from deliveries where source = 'notification' and subscription_id = any(${given})`,
  )
}

async function deleteDeliveries(tx: Transaction, found: SQL): Promise<void> {
  const rows = await tx.execute<{ id: string }>(found)
  const ids = uuids(rows.map(({ id }) => id))
  await tx.execute(sql`delete from delivery_alerts where delivery_id = any(${ids})`)
  await tx.execute(sql`delete from deliveries where id = any(${ids})`)
}

/** A mail about a subscription and its erasure come on different topics, perhaps at the same moment. */
async function lockSubscriptions(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(sql`id`)})
    from jsonb_array_elements_text(${asJsonb(ids.toSorted())}) as subscription(id)`)
}

/** Forgets erasures that no event can be older than any more. True if there may be more. */
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
