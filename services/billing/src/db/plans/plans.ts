import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { planPayments, plans } from '../schema.ts'

export type PlanRow = typeof plans.$inferSelect

const LIVE = ['opening', 'active', 'past-due'] as const
type LivePlan = PlanRow & { state: (typeof LIVE)[number] }

export type NewPlanRow = Pick<PlanRow, 'monthCents' | 'createdAt' | 'expiresAt'> & {
  userId: string
  email: string
}

export async function insertPlan(tx: Transaction, plan: NewPlanRow): Promise<PlanRow> {
  const [row] = await tx
    .insert(plans)
    .values({ ...plan, state: 'opening', checkAt: plan.expiresAt })
    .returning()
  if (!row) throw new Error('The plan was not inserted')
  return row
}

/** The account's plan that has not ended, its payment page included. */
export async function findLivePlan(db: Queryable, userId: string): Promise<LivePlan | null> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.userId, userId), inArray(plans.state, LIVE)))
  return (row as LivePlan | undefined) ?? null
}

/** The newest plan of the account that Stripe knows as a customer's. */
export async function findCustomerId(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ customerId: plans.customerId })
    .from(plans)
    .where(and(eq(plans.userId, userId), isNotNull(plans.customerId)))
    .orderBy(desc(plans.createdAt))
    .limit(1)
  return row?.customerId ?? null
}

export async function findPlan(db: Queryable, id: string): Promise<PlanRow | null> {
  const [row] = await db.select().from(plans).where(eq(plans.id, id))
  return row ?? null
}

export async function lockPlan(tx: Transaction, id: string): Promise<PlanRow | null> {
  const [row] = await tx.select().from(plans).where(eq(plans.id, id)).for('update')
  return row ?? null
}

export async function savePlan(
  tx: Transaction,
  id: string,
  changes: Partial<Omit<PlanRow, 'id'>>,
): Promise<void> {
  await tx.update(plans).set(changes).where(eq(plans.id, id))
}

/** Stripe's customer has this address now; false where the account has left it again meanwhile. */
export async function saveCustomerMoved(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<boolean> {
  const [row] = await db
    .update(plans)
    .set({ isCustomerBehind: false })
    .where(and(eq(plans.id, id), eq(plans.email, email)))
    .returning({ id: plans.id })
  return row !== undefined
}

/** Stripe is asked at this time at the latest. */
export async function saveDueBy(db: Database, id: string, dueBy: Date): Promise<void> {
  await db
    .update(plans)
    .set({ checkAt: sql`least(${plans.checkAt}, ${dueBy.toISOString()}::timestamptz)` })
    .where(eq(plans.id, id))
}

/** Nothing is left to be asked of a plan that is over and whose customer is up to date. */
export async function saveDone(db: Database, id: string): Promise<void> {
  await db
    .update(plans)
    .set({ checkAt: null })
    .where(
      and(
        eq(plans.id, id),
        isNotNull(plans.endedAt),
        sql`(${plans.customerId} is null or not ${plans.isCustomerBehind})`,
      ),
    )
}

/**
 * Returns false if the page must not be shown. Either the account was erased meanwhile, and the session is recorded to be ended. Or the
 * call took so long that the plan was given up.
 */
export async function savePlanSession(
  db: Database,
  id: string,
  session: { sessionId: string; url: string; checkAt: Date },
): Promise<boolean> {
  const [row] = await db
    .update(plans)
    .set(session)
    .where(and(eq(plans.id, id), isNull(plans.endedAt)))
    .returning({ userId: plans.userId })
  return row !== undefined && row.userId !== null
}

/** Stripe is asked at once for what this session, subscription or payment of a month has become. */
export async function markPlanDue(
  db: Queryable,
  about: { sessionId: string } | { subscriptionId: string } | { paymentIntent: string },
  now: Date,
): Promise<void> {
  await db
    .update(plans)
    .set({ checkAt: now })
    .where(and(isMeant(db, about), isNull(plans.endedAt)))
}

function isMeant(db: Queryable, about: Parameters<typeof markPlanDue>[1]) {
  if ('sessionId' in about) return eq(plans.sessionId, about.sessionId)
  if ('subscriptionId' in about) return eq(plans.subscriptionId, about.subscriptionId)
  const paid = db
    .select({ planId: planPayments.planId })
    .from(planPayments)
    .where(eq(planPayments.paymentIntent, about.paymentIntent))
  return inArray(plans.id, paid)
}

/** The payments of a plan's months since then. */
export async function listPaymentIntents(db: Queryable, planId: string, since: Date): Promise<string[]> {
  const rows = await db
    .select({ paymentIntent: planPayments.paymentIntent })
    .from(planPayments)
    .where(and(eq(planPayments.planId, planId), gte(planPayments.paidAt, since)))
  return rows.flatMap(({ paymentIntent }) => paymentIntent ?? [])
}

/** False where the payment is known already. */
export async function insertPlanPayment(
  tx: Transaction,
  payment: typeof planPayments.$inferInsert,
): Promise<boolean> {
  const inserted = await tx
    .insert(planPayments)
    .values(payment)
    .onConflictDoNothing()
    .returning({ invoiceId: planPayments.invoiceId })
  return inserted.length > 0
}

export async function deletePlan(tx: Transaction, id: string): Promise<void> {
  await tx.delete(plans).where(eq(plans.id, id))
}

export async function countPlansByState(db: Database): Promise<Map<PlanRow['state'], number>> {
  const rows = await db
    .select({ state: plans.state, count: sql<number>`count(*)::int` })
    .from(plans)
    .where(inArray(plans.state, LIVE))
    .groupBy(plans.state)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** Subscriptions of erased accounts that Stripe has not ended yet. */
export async function countErasedPlans(db: Database): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from plans where user_id is null`,
  )
  return row?.count ?? 0
}
