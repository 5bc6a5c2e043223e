import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { wakeSettling } from '../payments/due.ts'
import { checkouts } from '../schema.ts'

export type CheckoutRow = typeof checkouts.$inferSelect

export const CHECKOUT_STATUSES = checkouts.status.enumValues

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

/** False where the checkout was erased or replaced meanwhile: its page must not be shown. */
export async function saveSession(
  db: Queryable,
  id: string,
  session: { sessionId: string; url: string; checkAt: Date },
): Promise<boolean> {
  await db
    .update(checkouts)
    .set({ ...session, status: 'open' })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, 'creating')))
  // The other request of a double click may have saved the same session.
  const [kept] = await db
    .select({ sessionId: checkouts.sessionId, orderId: checkouts.orderId })
    .from(checkouts)
    .where(eq(checkouts.id, id))
  return kept?.sessionId === session.sessionId && kept.orderId !== null
}

/** The newest try of an order that can still be paid, or whose payment the bank is working on. */
export async function findUnderWay(tx: Transaction, orderId: string, now: Date): Promise<CheckoutRow | null> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.orderId, orderId),
        or(
          eq(checkouts.status, 'processing'),
          and(inArray(checkouts.status, ['creating', 'open']), gt(checkouts.expiresAt, now)),
        ),
      ),
    )
    // A payment before a page that can be paid.
    .orderBy(desc(eq(checkouts.status, 'processing')), desc(checkouts.createdAt))
    .limit(1)
  return row ?? null
}

/** Deletes a try whose session was never made known, so that a late answer of Stripe has no page that could be shown. */
export async function deleteCreating(tx: Transaction, id: string): Promise<void> {
  await tx.delete(checkouts).where(and(eq(checkouts.id, id), eq(checkouts.status, 'creating')))
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

/** Has the payments of these orders read from Stripe at once. */
export async function markPaymentsDue(tx: Transaction, orderIds: string[], now: Date): Promise<void> {
  const due = await tx
    .update(checkouts)
    .set({ checkAt: now })
    .where(and(inArray(checkouts.orderId, orderIds), eq(checkouts.status, 'paid')))
    .returning({ id: checkouts.id })
  if (due.length > 0) wakeSettling(tx, 'checkouts')
}

/** The payment of an order that waits for its link, locked; null where it was not paid. */
export async function lockPaymentOf(tx: Transaction, orderId: string): Promise<CheckoutRow | null> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), eq(checkouts.status, 'paid'), isNull(checkouts.owedReason)))
    .for('update')
  return row ?? null
}

/** Finds the amount that a payment owes its buyer; null if it owes nothing. */
export async function findOwed(db: Queryable, id: string) {
  const [row] = await db
    .select({
      checkoutId: checkouts.id,
      amountCents: checkouts.amountCents,
      refundedCents: checkouts.refundedCents,
      owedCents: checkouts.owedCents,
      owedReason: checkouts.owedReason,
      owedState: checkouts.owedState,
      paidAt: checkouts.paidAt,
    })
    .from(checkouts)
    .where(and(eq(checkouts.id, id), isNotNull(checkouts.owedCents)))
  return row ?? null
}

/** Stripe makes the refund under no circumstances. */
export async function saveOwedRefused(db: Queryable, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ owedState: 'failed' })
    .where(and(eq(checkouts.id, id), eq(checkouts.owedState, 'due')))
}

/** A refund that a person has paid by another way than Stripe. False where none has failed. */
export async function saveOwedSettledByHand(db: Queryable, id: string): Promise<boolean> {
  const settled = await db
    .update(checkouts)
    .set({ owedState: 'settled-by-hand' })
    .where(and(eq(checkouts.id, id), eq(checkouts.owedState, 'failed')))
    .returning({ id: checkouts.id })
  return settled.length > 0
}

/**
 * Payments that were taken, made no pass, wait for no link and are not paid back, and owed refunds that a bank returned. Each needs a
 * person.
 */
export async function countPaidWithoutPass(db: Database): Promise<number> {
  const [row] = await db.execute<{ payments: string }>(sql`
    select count(*) as payments from checkouts c
    where c.status = 'paid' and (
      c.owed_state = 'failed'
      or c.owed_state = 'due' and not c.disputed
      or c.owed_state is null and c.refunded_cents < c.amount_cents and c.order_id is not null
        and not exists (select from passes p where p.order_id = c.order_id)
        and not exists (select from orders o where o.id = c.order_id and o.status = 'awaiting-confirmation'))`)
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
