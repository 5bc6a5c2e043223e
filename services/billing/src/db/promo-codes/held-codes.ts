import type { Queryable, Transaction } from '@walkon/service/database'
import { and, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { DueSession } from '../payments/due.ts'
import { checkouts, orders, promoCodes } from '../schema.ts'

/**
 * An order that waits for its payment holds its code until its checkout has ended, and longer while the bank takes its time. So the
 * order itself is the reservation: it ends with the order's expiry, fulfilment or erasure, without a step of its own.
 */
const isHolding = (now: Date) =>
  and(
    // Not a parameter, so that the planner sees the condition of the index.
    sql`${orders.status} = 'awaiting-payment'`,
    isNotNull(orders.promoCode),
    or(
      gt(orders.expiresAt, now),
      sql`exists (select from checkouts c where c.order_id = ${orders.id} and c.status = 'processing')`,
    ),
  )

/** How many open checkouts hold a code: in all, and those of an address. `exceptOrderId` does not count. */
export async function countHeld(
  db: Queryable,
  { code, addressHash, exceptOrderId }: { code: string; addressHash?: string; exceptOrderId?: string },
  now: Date,
): Promise<{ inAll: number; byAddress: number }> {
  const [counts] = await db
    .select({
      inAll: sql<number>`count(*)::int`,
      byAddress: sql<number>`(count(*) filter (where ${orders.addressHash} = ${addressHash ?? ''}))::int`,
    })
    .from(orders)
    .where(and(eq(orders.promoCode, code), isHolding(now), isOther(exceptOrderId)))
  return counts ?? { inAll: 0, byAddress: 0 }
}

/** How many open checkouts hold each of these codes. */
export async function countHeldOf(db: Queryable, codes: string[], now: Date): Promise<Map<string, number>> {
  const rows = await db
    .select({ code: sql<string>`${orders.promoCode}`, held: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(inArray(orders.promoCode, codes), isHolding(now)))
    .groupBy(orders.promoCode)
  return new Map(rows.map(({ code, held }) => [code, held]))
}

/** When the checkouts end in which an address holds a code with a limit, the earliest first. */
export async function listHeldUntil(
  tx: Transaction,
  { addressHash, exceptOrderId }: { addressHash: string; exceptOrderId?: string },
  now: Date,
): Promise<Date[]> {
  const rows = await tx
    .select({ expiresAt: orders.expiresAt })
    .from(orders)
    .innerJoin(promoCodes, eq(promoCodes.code, orders.promoCode))
    .where(
      and(
        eq(orders.addressHash, addressHash),
        eq(orders.status, 'awaiting-payment'),
        gt(orders.expiresAt, now),
        or(isNotNull(promoCodes.maxRedemptions), isNotNull(promoCodes.maxRedemptionsPerEmail)),
        isOther(exceptOrderId),
      ),
    )
    .orderBy(orders.expiresAt)
  return rows.map(({ expiresAt }) => expiresAt)
}

/** The oldest page that an address can still pay and that holds this code; null where there is none. */
export async function findHolding(
  db: Queryable,
  { addressHash, code }: { addressHash: string; code: string },
  now: Date,
): Promise<DueSession | null> {
  const [row] = await db
    .select({ id: checkouts.id, sessionId: checkouts.sessionId, checkAt: checkouts.checkAt })
    .from(checkouts)
    .innerJoin(orders, eq(orders.id, checkouts.orderId))
    .where(
      and(
        eq(orders.addressHash, addressHash),
        eq(orders.promoCode, code),
        sql`${orders.status} = 'awaiting-payment'`,
        eq(checkouts.status, 'open'),
        gt(checkouts.expiresAt, now),
      ),
    )
    .orderBy(checkouts.createdAt)
    .limit(1)
  if (!row || row.sessionId === null) return null
  return { id: row.id, sessionId: row.sessionId, dueAgainAt: row.checkAt ?? now }
}

const isOther = (orderId: string | undefined) => (orderId === undefined ? undefined : ne(orders.id, orderId))
