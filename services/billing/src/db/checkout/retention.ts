import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Orders that ended before that, locked: each bought day is over, or the order was given up. */
export async function lockEndedOrders(
  tx: Transaction,
  { fulfilledBefore, unconfirmedBefore }: { fulfilledBefore: Date; unconfirmedBefore: Date },
  limit: number,
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from orders o
    where created_at < greatest(${instant(fulfilledBefore)}, ${instant(unconfirmedBefore)}) and case
      when status in ('expired', 'cancelled') then expires_at < ${instant(unconfirmedBefore)}
      when status = 'fulfilled' then not exists (
        select from passes p join pass_windows day on day.pass_id = p.id
        where p.order_id = o.id and day.ends_at >= ${instant(fulfilledBefore)})
      else false
    end
    order by created_at limit ${limit} for update skip locked`)
  return rows.map(({ id }) => id)
}

/** Redemptions without an order that no limit of an address needs any more. Returns how many. */
export async function deleteUnneededRedemptions(db: Database, now: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from promo_redemptions where order_id = any(array(
      select r.order_id from promo_redemptions r join promo_codes c using (code)
      where (c.max_redemptions_per_email is null or c.expires_at < ${instant(now)})
        and not exists (select from orders o where o.id = r.order_id)
      limit ${limit}))`)
  return deleted.count
}

/** Payments of orders that are deleted. */
export async function deletePaymentsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from checkouts where id = any(array(
      select id from checkouts where order_id is null and created_at < ${instant(before)} limit ${limit}))`)
  return deleted.count
}

export async function deleteSalesBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from sales where order_id = any(array(
      select order_id from sales where sold_at < ${instant(before)} order by sold_at limit ${limit}))`)
  return deleted.count
}

/** Deletes plans that ended before that. Payments stay as long as sales do. */
export async function deletePlansEndedBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from plans where id = any(array(
      select id from plans where ended_at < ${instant(before)} limit ${limit}))`)
  return deleted.count
}

export async function deletePlanPaymentsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from plan_payments where invoice_id = any(array(
      select invoice_id from plan_payments where paid_at < ${instant(before)} order by paid_at limit ${limit}))`)
  return deleted.count
}
