import { planCoverageChanged, planEnded } from '@walkon/contracts/events/billing'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { wakeSettling } from '../../db/payments/due.ts'
import type { SubscriptionClient } from '../../clients/stripe-subscriptions.ts'
import type { Settings } from '../../config.ts'
import {
  deletePlan,
  findPlan,
  insertPlanPayment,
  listPaymentIntents,
  lockPlan,
  saveDone,
  saveDueBy,
  savePlan,
  type PlanRow,
} from '../../db/plans/plans.ts'
import { deletePublished, PUBLISHED } from '../../db/published.ts'
import { decideStanding, toNextLook, type Standing } from '../../domain/plan.ts'
import { toEndReason, type PlanEndReason } from '../../domain/plan-end.ts'
import { stepDebt } from '../../domain/debt.ts'
import { followedSince } from '../../domain/follow-up.ts'
import { toNextCheck } from '../../domain/next-check.ts'
import { moveCustomer } from './move-customer.ts'
import { payBack } from '../payments/pay-back.ts'
import { publishAccounted } from '../publish-accounted.ts'
import { readStripePlan, type Found } from './read-stripe-plan.ts'
import { tellOfChange, tellOfPayment } from './tell-of-plan.ts'

export type SettlePlanDeps = {
  db: Database
  subscriptions: SubscriptionClient
  settings: Pick<Settings, 'PLAN_GRACE_DAYS'>
  log: Log
  now: () => Date
}

/**
 * Gives Stripe's customer the address of the account, reads the plan's state and acts on it: publishes the coverage, writes to its owner,
 * records payments. Each happens once, however often this is called. The content of webhooks is not used; they only make the plan due.
 * Throws the errors of the SDK.
 */
export async function settlePlan(deps: SettlePlanDeps, id: string): Promise<void> {
  const plan = await findPlan(deps.db, id)
  if (!plan) return
  const hasMoved = await moveCustomer(deps, plan)
  if (!plan.endedAt) await settleLive(deps, plan)
  if (!hasMoved) await saveDueBy(deps.db, id, new Date(deps.now().getTime() + MOVE_AGAIN_MS))
  else if (plan.endedAt) await saveDone(deps.db, id)
}

/** Stripe did not take the new address of a customer. */
const MOVE_AGAIN_MS = 60_000

async function settleLive(
  { db, subscriptions, settings, log, now: clock }: SettlePlanDeps,
  plan: PlanRow,
): Promise<void> {
  const { id } = plan
  const graceDays = settings.PLAN_GRACE_DAYS
  const since = followedSince('payment', clock())
  const paymentIntents = await listPaymentIntents(db, id, since)
  const found = await readStripePlan({ subscriptions, graceDays, paymentIntents, now: clock() }, plan)
  if (plan.userId === null && plan.coveredUntil === null)
    await payUnusedBack({ subscriptions, log, now: clock }, id, found)
  await db.transaction(async (tx) => {
    const locked = await lockPlan(tx, id)
    if (!locked || locked.endedAt) return
    const now = clock()
    // Stripe's answer may be older than a change that was applied meanwhile.
    const isOlder = locked.version !== plan.version || locked.sessionId !== plan.sessionId
    if (isOlder) return savePlan(tx, id, { checkAt: now })
    await (locked.userId === null
      ? applyToErased(tx, locked, found, now)
      : apply(tx, locked, found, { graceDays, now }))
  })
}

/** Pays back the month of a plan whose account was deleted before it covered anything; then the plan is ended. */
async function payUnusedBack(
  { subscriptions, log, now: clock }: Pick<SettlePlanDeps, 'subscriptions' | 'log' | 'now'>,
  planId: string,
  found: Found,
): Promise<void> {
  if (found.kind !== 'subscribed') return
  const { paymentIntent = null, amountCents = 0 } = found.subscription.paid ?? {}
  if (paymentIntent === null) return
  const now = clock()
  const debt = {
    cents: amountCents,
    state: null,
    since: now,
    subject: { kind: 'plan' as const, id: planId },
    toKey: (cents: number) => `refund:plan:${planId}:${cents}`,
  }
  const disputed = found.givenUp === 'disputed'
  const refunds = await subscriptions.listRefunds(paymentIntent)
  const { call, hasFailed } = stepDebt(debt, { paymentIntent, disputed, refunds }, now)
  if (call) await payBack({ stripe: subscriptions, log }, call)
  if (hasFailed) log.error({ planId, problem: 'a refund has failed' }, 'a payment needs a person')
}

/** Nothing but its end is left to do for a plan whose account was erased. */
async function applyToErased(tx: Transaction, plan: PlanRow, found: Found, now: Date): Promise<void> {
  if (found.kind === 'subscribed') await recordPayment(tx, plan, found, now)
  const isOver =
    found.kind === 'abandoned' || (found.kind === 'subscribed' && found.subscription.status === 'ended')
  if (isOver) return deletePlan(tx, plan.id)
  return savePlan(tx, plan.id, { checkAt: toNextCheck(plan, now) })
}

type Circumstances = { graceDays: number; now: Date }

async function apply(
  tx: Transaction,
  plan: PlanRow,
  found: Found,
  { graceDays, now }: Circumstances,
): Promise<void> {
  if (found.kind === 'open')
    return savePlan(tx, plan.id, { checkAt: nextCheck(plan, toNextCheck(plan, now), now) })
  if (found.kind === 'abandoned') {
    return savePlan(tx, plan.id, { state: 'abandoned', endedAt: now, url: null, checkAt: null })
  }
  const { subscription, subscriptionId, givenUp, inquired } = found
  const standing = decideStanding(subscription, graceDays)
  const isOver = standing.state === 'ended'
  // A customer that Stripe has made from the address of an open page, which the account has left since.
  const isCustomerNews = plan.isCustomerBehind && plan.customerId === null
  const changed: PlanRow = {
    ...plan,
    ...standing,
    coveredUntil: standing.coveredUntil ?? plan.coveredUntil,
    subscriptionId,
    customerId: subscription.customerId,
    currentPeriodEndsAt: subscription.periodEndsAt,
    cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd,
    inquired: inquired && !isOver,
    url: null,
    version: plan.version + 1,
    endedAt: isOver ? now : null,
    checkAt: isCustomerNews ? now : nextCheck(plan, toNextLook(standing, subscription, now), now),
  }
  await savePlan(tx, plan.id, changed)
  if (isCustomerNews) wakeSettling(tx, 'plans')
  const reason = toEndReason(plan.state === 'past-due', givenUp)
  await publish(tx, plan, changed, standing, { reason, now })
  if (await recordPayment(tx, plan, found, now))
    await tellOfPayment(tx, changed, { ...found, isFirst: plan.state === 'opening' }, now)
  await tellOfChange(tx, plan, changed, {
    reason,
    periodStartsAt: subscription.periodStartsAt,
    now,
  })
}

/** A plan that became due while Stripe was asked stays due: its webhook came after Stripe's answer. */
function nextCheck(plan: PlanRow, next: Date | null, now: Date): Date | null {
  return next !== null && plan.checkAt !== null && plan.checkAt <= now ? plan.checkAt : next
}

async function publish(
  tx: Transaction,
  plan: PlanRow,
  { version }: PlanRow,
  { state, coveredUntil }: Standing,
  { reason, now }: { reason: PlanEndReason; now: Date },
): Promise<void> {
  const { id: planId, email } = plan
  if (state === 'ended') {
    if (plan.coveredUntil === null) return
    const data = { planId, reason, endedAt: now.toISOString() }
    await deletePublished(tx, PUBLISHED.plans, [planId])
    await emit(tx, planEnded, [{ data }])
  } else if (
    email !== null &&
    coveredUntil !== null &&
    coveredUntil.getTime() !== plan.coveredUntil?.getTime()
  ) {
    const data = { planId, email, coveredUntil: coveredUntil.toISOString(), version }
    await publishAccounted(tx, planCoverageChanged, PUBLISHED.plans, [{ id: planId, version, data }])
  }
}

/** Returns whether the payment is new. */
async function recordPayment(
  tx: Transaction,
  plan: PlanRow,
  { subscription: { paid } }: Extract<Found, { kind: 'subscribed' }>,
  now: Date,
): Promise<boolean> {
  return paid !== null && insertPlanPayment(tx, { ...paid, planId: plan.id, paidAt: now })
}
