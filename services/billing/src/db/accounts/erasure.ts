import type { ErasedAddress } from '@walkon/contracts/events/identity'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

const given = (erasures: ErasedAddress[]): SQL => sql`
  jsonb_to_recordset(${asJsonb(erasures)}) as erased("addressHash" text, "deletedAt" timestamptz)`

/** The orders of these addresses from before the deletion, locked until the transaction ends. Later ones belong to a later use of the address. */
export async function lockErasedOrders(
  tx: Transaction,
  erasures: ErasedAddress[],
): Promise<{ id: string; email: string }[]> {
  return tx.execute<{ id: string; email: string }>(sql`
    select o.id, o.email
    from ${given(erasures)} join orders o on o.address_hash = erased."addressHash" and o.created_at <= erased."deletedAt"
    order by o.id for update of o`)
}

export type Redeemed = { code: string; addressHash: string }

/** Deletes and returns what codes these addresses and orders have used. A code stays counted. */
export async function deleteRedemptions(
  tx: Transaction,
  erasures: ErasedAddress[],
  orderIds: string[],
): Promise<Redeemed[]> {
  return tx.execute<Redeemed>(sql`
    delete from promo_redemptions r
    where r.order_id = any(${uuids(orderIds)}) or exists (
      select from ${given(erasures)}
      where r.address_hash = erased."addressHash" and r.redeemed_at <= erased."deletedAt")
    returning r.code, r.address_hash as "addressHash"`)
}

/** Deletes these locked orders with their passes and links, and returns the passes. Payments stay for the accounts, without an address. */
export async function deleteOrders(tx: Transaction, orderIds: string[]): Promise<string[]> {
  const ids = uuids(orderIds)
  await tx.execute(sql`
    insert into sales (order_id, channel, park_id, dates, day_price_cents, discount_cents, total_cents, promo_code, sold_at)
    select id, channel, park_id, dates, day_price_cents, discount_cents, total_cents, promo_code, fulfilled_at
    from orders where id = any(${ids}) and status = 'fulfilled' and total_cents > 0`)
  await tx.execute(sql`delete from confirmations where order_id = any(${ids})`)
  await tx.execute(sql`delete from free_sessions where order_id = any(${ids})`)
  await tx.execute(sql`
    delete from checkouts where order_id = any(${ids}) and status in ('creating', 'failed', 'expired')`)
  // A payment stays, without an address, as long as the sale; one that is under way must be noticed when it comes. An open page is due at
  // once, at any hour, so that it is ended at Stripe.
  await tx.execute(sql`
    update checkouts set order_id = null, url = null,
      check_at = case when status = 'open' then created_at else check_at end
    where order_id = any(${ids})`)
  await tx.execute(sql`
    delete from pass_windows where pass_id in (select id from passes where order_id = any(${ids}))`)
  const passes = await tx.execute<{ id: string }>(
    sql`delete from passes where order_id = any(${ids}) returning id`,
  )
  await tx.execute(sql`delete from orders where id = any(${ids})`)
  return passes.map(({ id }) => id)
}
