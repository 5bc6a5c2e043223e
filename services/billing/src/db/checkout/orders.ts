import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, count, desc, eq, gt, gte, inArray, isNotNull, lte, notInArray, sql, sum } from 'drizzle-orm'
import { hashAddress } from '@walkon/service/address-hash'
import type { SameOrder } from '../../domain/order.ts'
import { TERMS } from '../../domain/pass-windows.ts'
import { orders, passes } from '../schema.ts'

export type OrderRow = typeof orders.$inferSelect
export type NewOrder = Omit<typeof orders.$inferInsert, 'addressHash' | 'fulfilledAt'>

export const ORDER_STATUSES = orders.status.enumValues

/**
 * An exclusive lock for each address, until the transaction ends. Requests take it, so that none overlooks the order or mail
 * of another, and so does the erasure of the address.
 */
export async function lockAddresses(tx: Transaction, addressHashes: string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(sql`hash`)})
    from jsonb_array_elements_text(${asJsonb(addressHashes.toSorted())}) as address(hash)`)
}

/** The proofs of an order's placer: the payment page of an earlier request is shown for the same proof only. */
export type Placer = Pick<OrderRow, 'isProven' | 'tabKeyHash'>

/**
 * The newest order of a visitor that asked for exactly this, locked until the transaction ends; with a placer, only one of that placer. A
 * placer who is known may have chosen other rides before: they are no part of the price.
 */
export async function lockSameOrder(
  tx: Transaction,
  asked: SameOrder,
  placer?: Placer,
): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.email, asked.email),
        eq(orders.source, 'visitor'),
        eq(orders.channel, asked.channel),
        sql`${orders.phone} is not distinct from ${asked.phone}`,
        eq(orders.parkId, asked.parkId),
        eq(orders.dates, asked.dates),
        sql`${orders.startTime} is not distinct from ${asked.startTime}`,
        sql`${orders.promoCode} is not distinct from ${asked.promoCode}`,
        placer && isKnown(placer)
          ? undefined
          : sql`${orders.watches} is not distinct from ${asked.watches && asJsonb(asked.watches)}`,
        placer && eq(orders.isProven, placer.isProven),
        placer && !placer.isProven
          ? sql`${orders.tabKeyHash} is not distinct from ${placer.tabKeyHash}`
          : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .for('update')
  return row ?? null
}

const isKnown = ({ isProven, tabKeyHash }: Placer) => isProven || tabKeyHash !== null

/** Other rides for an order that is not fulfilled; null: all of the park. */
export async function saveChoice(tx: Transaction, id: string, watches: OrderRow['watches']): Promise<void> {
  await tx.update(orders).set({ watches }).where(eq(orders.id, id))
}

export async function insertOrder(tx: Transaction, order: NewOrder): Promise<OrderRow> {
  const [row] = await tx
    .insert(orders)
    .values({ terms: TERMS, ...order, addressHash: hashAddress(order.email) })
    .returning()
  if (!row) throw new Error('The order was not inserted')
  return row
}

/** Null for an erased order. */
export async function lockOrder(tx: Transaction, id: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row ?? null
}

/** Lists the orders of an address with their outcomes, the oldest first, without those that were given up. */
export const listStandOf = (db: Queryable, addressHash: string) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      dates: orders.dates,
      isRevoked: isNotNull(passes.revokedAt),
    })
    .from(orders)
    .leftJoin(passes, eq(passes.orderId, orders.id))
    .where(and(eq(orders.addressHash, addressHash), notInArray(orders.status, ['expired', 'cancelled'])))
    .orderBy(orders.createdAt, orders.id)

/** How many days the support desk has given an address since then. */
export async function countGivenDays(db: Queryable, addressHash: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ days: sum(sql`cardinality(${orders.dates})`).mapWith(Number) })
    .from(orders)
    .where(
      and(eq(orders.addressHash, addressHash), eq(orders.source, 'support'), gte(orders.createdAt, since)),
    )
  return row?.days ?? 0
}

type Gift = Pick<OrderRow, 'addressHash' | 'parkId' | 'channel' | 'phone' | 'startTime' | 'dates'>

/** The order by which the support desk has given exactly this since then; null where there is none. */
export async function findGift(tx: Transaction, gift: Gift, since: Date): Promise<string | null> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.addressHash, gift.addressHash),
        eq(orders.source, 'support'),
        gte(orders.createdAt, since),
        eq(orders.parkId, gift.parkId),
        eq(orders.channel, gift.channel),
        eq(orders.dates, gift.dates),
        sql`${orders.phone} is not distinct from ${gift.phone}`,
        sql`${orders.startTime} is not distinct from ${gift.startTime}`,
      ),
    )
    .limit(1)
  return row?.id ?? null
}

export async function saveExpiry(tx: Transaction, id: string, expiresAt: Date): Promise<void> {
  await tx.update(orders).set({ expiresAt }).where(eq(orders.id, id))
}

export async function saveFulfilled(tx: Transaction, id: string, fulfilledAt: Date): Promise<void> {
  await tx.update(orders).set({ status: 'fulfilled', fulfilledAt }).where(eq(orders.id, id))
}

/** A paid order waits for the link of a mail, until this instant. */
export async function saveWaiting(
  tx: Transaction,
  id: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'awaiting-confirmation', confirmationAskedAt: now, expiresAt })
    .where(eq(orders.id, id))
}

export async function saveExpired(tx: Transaction, ids: string[]): Promise<void> {
  await tx.update(orders).set({ status: 'expired' }).where(inArray(orders.id, ids))
}

/** Opens an order again that was given up: its payment came all the same. */
export async function saveReopened(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(orders)
    .set({ status: 'awaiting-payment' })
    .where(and(eq(orders.id, id), inArray(orders.status, ['expired', 'cancelled'])))
}

/** Null where there is none. */
export async function findOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id))
  return row ?? null
}

/**
 * Orders whose confirmation or payment has not come in time, oldest first; those that are locked are left out. A payment
 * that Stripe still has to tell of is waited for.
 */
export async function lockOverdueOrders(tx: Transaction, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.status, ['awaiting-confirmation', 'awaiting-payment']),
        lte(orders.expiresAt, now),
        sql`not exists (
          select from checkouts c where c.order_id = ${orders.id} and c.status in ('open', 'processing'))`,
      ),
    )
    .orderBy(orders.expiresAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows.map(({ id }) => id)
}

export async function countOrdersByStatus(
  db: Database,
  since: Date,
): Promise<Map<OrderRow['status'], number>> {
  const rows = await db
    .select({ status: orders.status, orders: count() })
    .from(orders)
    .where(gt(orders.createdAt, since))
    .groupBy(orders.status)
  return new Map(rows.map((row) => [row.status, row.orders]))
}
