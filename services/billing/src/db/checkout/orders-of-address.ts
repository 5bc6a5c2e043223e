import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { Database } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { and, asc, eq, exists, inArray, notInArray, or, sql } from 'drizzle-orm'
import { guarantees } from '../guarantee/guarantee-tables.ts'
import { checkouts, orders, parks, passes, passWindows } from '../schema.ts'

/** The columns of an order that its owner reads. */
const COLUMNS = {
  id: orders.id,
  status: orders.status,
  channel: orders.channel,
  parkId: orders.parkId,
  parkName: parks.name,
  timezone: parks.timezone,
  dates: orders.dates,
  dayPriceCents: orders.dayPriceCents,
  discountCents: orders.discountCents,
  totalCents: orders.totalCents,
  promoCode: orders.promoCode,
  createdAt: orders.createdAt,
  isPaymentProcessing: sql<boolean>`exists (
    select from checkouts c where c.order_id = ${orders.id} and c.status = 'processing')`,
}

type ListedOrder = Awaited<ReturnType<typeof findListedOrder>> & object

const newest = keysetOf([orders.createdAt, orders.id], 'desc')

/** Orders that were given up are left out, unless they were paid all the same. */
const isListed = (db: Database) =>
  or(
    notInArray(orders.status, ['expired', 'cancelled']),
    exists(
      db
        .select({ id: checkouts.id })
        .from(checkouts)
        .where(and(eq(checkouts.orderId, orders.id), eq(checkouts.status, 'paid'))),
    ),
  )

/** A page of the orders of an address, the newest first. Throws a 400 for a cursor of another list. */
export async function listOrdersOf(
  db: Database,
  email: string,
  { cursor, limit }: PageQuery,
): Promise<Page<ListedOrder>> {
  const rows = await db
    .select({ ...COLUMNS, key: newest.key })
    .from(orders)
    .innerJoin(parks, eq(parks.id, orders.parkId))
    .where(and(eq(orders.email, email), isListed(db), newest.after(cursor)))
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

/** An order of this address; null where there is none, or it is another address's. */
export async function findListedOrder(db: Database, email: string, id: string) {
  const [row] = await db
    .select(COLUMNS)
    .from(orders)
    .innerJoin(parks, eq(parks.id, orders.parkId))
    .where(and(eq(orders.email, email), eq(orders.id, id), isListed(db)))
  return row ?? null
}

/** The pass windows of orders, in their order of time. Orders without a pass have none. */
export function listWindowsOf(db: Database, orderIds: string[]) {
  return db
    .select({
      orderId: passes.orderId,
      revokedAt: passes.revokedAt,
      date: passWindows.date,
      startsAt: passWindows.startsAt,
      endsAt: passWindows.endsAt,
    })
    .from(passes)
    .innerJoin(passWindows, eq(passWindows.passId, passes.id))
    .where(inArray(passes.orderId, orderIds))
    .orderBy(asc(passWindows.startsAt))
}

/** The payments that were taken for orders, each with the refund of its guarantee that a bank has returned. */
export function listPaymentsOf(db: Database, orderIds: string[]) {
  return db
    .select({
      orderId: checkouts.orderId,
      amountCents: checkouts.amountCents,
      refundedCents: checkouts.refundedCents,
      owedCents: checkouts.owedCents,
      owedReason: checkouts.owedReason,
      owedState: checkouts.owedState,
      failedGuaranteeCents: guarantees.refundCents,
      paidAt: sql<Date>`${checkouts.paidAt}`.mapWith(checkouts.paidAt),
    })
    .from(checkouts)
    .leftJoin(guarantees, and(eq(guarantees.checkoutId, checkouts.id), eq(guarantees.owedState, 'failed')))
    .where(and(inArray(checkouts.orderId, orderIds), eq(checkouts.status, 'paid')))
}
