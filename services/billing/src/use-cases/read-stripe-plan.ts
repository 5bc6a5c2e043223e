import type { SubscriptionClient } from '../clients/stripe-subscriptions.ts'
import type { PlanRow } from '../db/plans.ts'
import { decideStanding, type SubscriptionState } from '../domain/plan.ts'
import { mayBeOpenedAgain } from '../domain/session-life.ts'

/** What has become of a plan at Stripe. */
export type Found =
  | { kind: 'open' }
  /** Its payment page has expired unpaid. */
  | { kind: 'abandoned' }
  | { kind: 'subscribed'; subscriptionId: string; subscription: SubscriptionState; gaveUp: boolean }

type AskDeps = { subscriptions: SubscriptionClient; graceDays: number; now: Date }

/**
 * Reads the plan's state from Stripe. Where it must end (its account was erased, or no payment worked within the grace), ends it
 * there and reads it again: the answer of the reading counts, so a cancellation without an answer is found or repeated.
 */
export async function readStripePlan(deps: AskDeps, plan: PlanRow): Promise<Found> {
  const found = await read(deps, plan)
  const isErased = plan.userId === null
  if (found.kind === 'subscribed' && found.subscription.status !== 'ended') {
    const { graceEndsAt } = decideStanding(found.subscription, deps.graceDays)
    const gaveUp = graceEndsAt !== null && graceEndsAt <= deps.now
    if (!isErased && !gaveUp) return found
    await deps.subscriptions.cancelSubscription(found.subscriptionId)
    const ended = await read(deps, plan)
    return ended.kind === 'subscribed' ? { ...ended, gaveUp } : ended
  }
  if (found.kind === 'open' && isErased && plan.sessionId !== null) {
    await deps.subscriptions.expirePlanSession(plan.sessionId)
    return read(deps, plan)
  }
  return found
}

async function read({ subscriptions, now }: AskDeps, plan: PlanRow): Promise<Found> {
  const session =
    plan.subscriptionId === null && plan.sessionId !== null
      ? await subscriptions.readPlanSession(plan.sessionId)
      : null
  const subscriptionId = plan.subscriptionId ?? session?.subscriptionId ?? null
  if (subscriptionId !== null) {
    const subscription = await subscriptions.readSubscription(subscriptionId)
    return { kind: 'subscribed', subscriptionId, subscription, gaveUp: false }
  }
  // A session whose opening had no answer is known to no one: its page is shown nowhere, and it ends by itself.
  const isOver = session ? session.status === 'expired' : !mayBeOpenedAgain(plan, now)
  return { kind: isOver ? 'abandoned' : 'open' }
}
