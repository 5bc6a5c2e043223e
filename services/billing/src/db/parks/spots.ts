import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { and, arrayOverlaps, eq, ne, sql } from 'drizzle-orm'
import { orders } from '../schema.ts'

/** A day of a park on which passes are held, and how many. */
export type TakenDay = { parkId: string; date: string; taken: number }

/**
 * An order holds one spot on each of its days: during its payment page, and as a pass until that is taken back. So the order itself is the
 * reservation, as it is of a promo code (`held-codes.ts`). A free order holds nothing before its pass.
 */
const isHolding = (now: Date) => sql`(
  (${orders.status} = 'fulfilled' and not exists (
    select from passes p where p.order_id = ${orders.id} and p.revoked_at is not null))
  or (${orders.status} = 'awaiting-payment' and (${orders.expiresAt} > ${now.toISOString()}::timestamptz or exists (
    select from checkouts c where c.order_id = ${orders.id} and c.status in ('open', 'processing'))))
  or (${orders.status} = 'awaiting-confirmation' and ${orders.confirmationAskedAt} is not null))`

/** An exclusive lock on the spots of a park, until the transaction ends: orders of the park count each other. */
export async function lockSpots(tx: Transaction, parkId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`spots:${parkId}`}::text`)})`)
}

/** How many spots are held on these days, of one park or all; days without any are left out. `exceptOrderId` does not count. */
export async function listTaken(
  db: Queryable,
  { dates, parkId, exceptOrderId }: { dates: string[]; parkId?: string; exceptOrderId?: string },
  now: Date,
): Promise<TakenDay[]> {
  if (dates.length === 0) return []
  const days = db.$with('days').as(
    db
      .select({ parkId: orders.parkId, date: sql<string>`unnest(${orders.dates})::text`.as('day') })
      .from(orders)
      .where(
        and(
          arrayOverlaps(orders.dates, dates),
          parkId === undefined ? undefined : eq(orders.parkId, parkId),
          exceptOrderId === undefined ? undefined : ne(orders.id, exceptOrderId),
          isHolding(now),
        ),
      ),
  )
  const rows = await db
    .with(days)
    .select({ parkId: days.parkId, date: days.date, taken: sql<number>`count(*)::int` })
    .from(days)
    .groupBy(days.parkId, days.date)
    .orderBy(days.date)
  const asked = new Set(dates)
  return rows.filter(({ date }) => asked.has(date))
}
