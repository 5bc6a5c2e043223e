import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { and, eq, sql } from 'drizzle-orm'
import { plans } from '../schema.ts'

/** An account that has another address. Orders placed after `changedAt` belong to a later use of the old one and stay. */
export type AddressChange = { userId: string; oldEmail: string; newEmail: string; changedAt: string }

/** The orders of the old address from before the change, locked until the transaction ends. */
export async function lockOrdersUntil(
  tx: Transaction,
  { oldEmail, changedAt }: AddressChange,
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from orders
    where address_hash = ${hashAddress(oldEmail)} and created_at <= ${changedAt}::timestamptz
    order by id for update`)
  return rows.map(({ id }) => id)
}

/** Gives locked orders their new address. One that waits for its link is given up: the link went to the old address. */
export async function saveOrdersMoved(tx: Transaction, orderIds: string[], email: string): Promise<void> {
  await tx.execute(sql`
    update orders set email = ${email}, address_hash = ${hashAddress(email)},
      status = case status when 'awaiting-confirmation' then 'expired' else status end
    where id = any(${uuids(orderIds)})`)
}

/** The codes that these orders used, and those of orders that are purged by now. */
export async function saveRedemptionsMoved(
  tx: Transaction,
  orderIds: string[],
  { oldEmail, newEmail, changedAt }: AddressChange,
): Promise<void> {
  await tx.execute(sql`
    update promo_redemptions set address_hash = ${hashAddress(newEmail)}
    where address_hash = ${hashAddress(oldEmail)}
      and (redeemed_at <= ${changedAt}::timestamptz or order_id = any(${uuids(orderIds)}))`)
}

/** The passes of these orders, those of a park together. */
export async function listPassesByPark(
  tx: Transaction,
  orderIds: string[],
): Promise<{ passIds: string[] }[]> {
  return tx.execute<{ passIds: string[] }>(sql`
    select jsonb_agg(p.id order by p.id) as "passIds"
    from passes p join orders o on o.id = p.order_id
    where o.id = any(${uuids(orderIds)}) group by o.park_id order by o.park_id`)
}

export type MovedPlan = { planId: string; email: string; coveredUntil: string; version: number }

/**
 * Gives the account's plans their new address, which Stripe's customers are given next, and returns those that have covered. Their coverage
 * stays.
 */
export async function savePlansMoved(
  tx: Transaction,
  { userId, oldEmail, newEmail }: AddressChange,
  now: Date,
): Promise<MovedPlan[]> {
  const moved = await tx
    .update(plans)
    .set({ email: newEmail, isCustomerBehind: true, checkAt: now, version: sql`${plans.version} + 1` })
    .where(and(eq(plans.userId, userId), eq(plans.email, oldEmail)))
    .returning()
  return moved.flatMap(({ id: planId, version, coveredUntil, endedAt }) =>
    coveredUntil === null
      ? []
      : [{ planId, email: newEmail, coveredUntil: earlier(coveredUntil, endedAt).toISOString(), version }],
  )
}

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one)
