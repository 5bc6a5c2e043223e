import type { SubscriptionClient } from '../../clients/stripe-subscriptions.ts'
import type { PlanRow } from '../../db/plans/plans.ts'
import { decideGivenUp, type GivenUp } from '../../domain/plan-end.ts'
import type { SubscriptionState } from '../../domain/plan.ts'
import { mayBeOpenedAgain } from '../../domain/session-life.ts'

/** The state of a plan at Stripe. */
export type Found =
  | { kind: 'open' }
  /** Its payment page has expired unpaid. */
  | { kind: 'abandoned' }
  | {
      kind: 'subscribed'
      subscriptionId: string
      subscription: SubscriptionState
      givenUp: GivenUp | null
      /** The bank asks about a payment, and has taken nothing: the plan goes on. */
      inquired: boolean
    }

type AskDeps = {
  subscriptions: SubscriptionClient
  graceDays: number
  /** The payments of months that can still be disputed. */
  paymentIntents: string[]
  now: Date
}

/**
 * Reads the plan's state from Stripe. If it must end (its account was erased, no payment worked within the grace, or one is disputed), ends
 * it there and reads it again. The answer of the reading counts, so a cancellation without an answer is found or repeated.
 */
export async function readStripePlan(deps: AskDeps, plan: PlanRow): Promise<Found> {
  const found = await read(deps, plan)
  const isErased = plan.userId === null
  if (found.kind === 'subscribed') {
    const dispute = await deps.subscriptions.readDisputes(deps.paymentIntents)
    const inquired = dispute === 'inquired'
    const givenUp = decideGivenUp(found.subscription, { ...deps, dispute })
    if (found.subscription.status === 'ended') return { ...found, givenUp, inquired }
    if (!isErased && !givenUp) return { ...found, inquired }
    await deps.subscriptions.cancelSubscription(found.subscriptionId)
    const ended = await read(deps, plan)
    return ended.kind === 'subscribed' ? { ...ended, givenUp, inquired } : ended
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
    return { kind: 'subscribed', subscriptionId, subscription, givenUp: null, inquired: false }
  }
  // A session whose opening had no answer is known to no one: its page is shown nowhere, and it ends by itself.
  const isOver = session ? session.status === 'expired' : !mayBeOpenedAgain(plan, now)
  return { kind: isOver ? 'abandoned' : 'open' }
}
