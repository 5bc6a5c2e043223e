import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { and, asc, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { checkouts } from './schema.ts'

export type CheckoutRow = typeof checkouts.$inferSelect

export const CHECKOUT_STATUSES = checkouts.status.enumValues

/** Where the job that asks Stripe listens. */
export const CHECKOUTS_DUE_CHANNEL = 'checkouts-due'

export type NewCheckoutRow = Pick<
  CheckoutRow,
  'orderId' | 'parkId' | 'amountCents' | 'createdAt' | 'expiresAt'
>

export async function insertCheckout(tx: Transaction, checkout: NewCheckoutRow): Promise<CheckoutRow> {
  const [row] = await tx
    .insert(checkouts)
    .values({ ...checkout, status: 'creating' })
    .returning()
  if (!row) throw new Error('The checkout was not inserted')
  return row
}

export async function saveSession(
  db: Queryable,
  id: string,
  session: { sessionId: string; url: string; checkAt: Date },
): Promise<void> {
  await db
    .update(checkouts)
    .set({ ...session, status: 'open' })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, 'creating')))
}

/** The newest try of an order that can still be paid. */
export async function findPayable(tx: Transaction, orderId: string, now: Date): Promise<CheckoutRow | null> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.orderId, orderId),
        inArray(checkouts.status, ['creating', 'open']),
        gt(checkouts.expiresAt, now),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return row ?? null
}

export async function findBySession(db: Queryable, sessionId: string): Promise<CheckoutRow | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.sessionId, sessionId))
  return row ?? null
}

export async function findOrderId(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db.select({ orderId: checkouts.orderId }).from(checkouts).where(eq(checkouts.id, id))
  return row?.orderId ?? null
}

export async function lockCheckout(tx: Transaction, id: string): Promise<CheckoutRow | null> {
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
  return row ?? null
}

export async function saveCheckout(
  tx: Transaction,
  id: string,
  changes: Partial<Omit<CheckoutRow, 'id' | 'orderId'>>,
): Promise<void> {
  await tx.update(checkouts).set(changes).where(eq(checkouts.id, id))
}

/** Stripe is asked at once for what this session or payment has become. */
export async function markDue(
  db: Queryable,
  about: { sessionId: string } | { paymentIntent: string },
  now: Date,
): Promise<void> {
  const isMeant =
    'sessionId' in about
      ? eq(checkouts.sessionId, about.sessionId)
      : eq(checkouts.paymentIntent, about.paymentIntent)
  await db.update(checkouts).set({ checkAt: now }).where(isMeant)
}

/** A checkout to ask Stripe about. `dueAgainAt` changes where it becomes due meanwhile. */
export type DueCheckout = { id: string; sessionId: string; dueAgainAt: Date }

/**
 * Checkouts that are due, each for one process at a time: they are due again after `retryMs` unless what Stripe says is
 * recorded.
 */
export async function takeDue(
  db: Database,
  { now, retryMs, limit }: { now: Date; retryMs: number; limit: number },
): Promise<DueCheckout[]> {
  const dueAgainAt = new Date(now.getTime() + retryMs)
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: checkouts.id, sessionId: checkouts.sessionId })
      .from(checkouts)
      .where(lte(checkouts.checkAt, now))
      .orderBy(asc(checkouts.checkAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    const taken = due.flatMap(({ id, sessionId }) =>
      sessionId === null ? [] : [{ id, sessionId, dueAgainAt }],
    )
    if (taken.length === 0) return []
    await tx
      .update(checkouts)
      .set({ checkAt: dueAgainAt })
      .where(
        inArray(
          checkouts.id,
          taken.map(({ id }) => id),
        ),
      )
    return taken
  })
}

/** Payments that were taken and made no pass: each needs a person. */
export async function countPaidWithoutPass(db: Database): Promise<number> {
  const [row] = await db.execute<{ payments: string }>(sql`
    select count(*) as payments from checkouts c
    where c.status = 'paid' and c.refunded_cents < c.amount_cents and c.order_id is not null
      and not exists (select from passes p where p.order_id = c.order_id)`)
  return Number(row?.payments ?? 0)
}

export async function countByStatus(db: Database): Promise<Map<CheckoutRow['status'], number>> {
  const rows = await db
    .select({ status: checkouts.status, count: sql<number>`count(*)::int` })
    .from(checkouts)
    .where(
      or(
        gt(checkouts.createdAt, sql`now() - interval '1 day'`),
        inArray(checkouts.status, ['open', 'processing']),
      ),
    )
    .groupBy(checkouts.status)
  return new Map(rows.map(({ status, count }) => [status, count]))
}
