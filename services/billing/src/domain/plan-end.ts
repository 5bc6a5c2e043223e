import { decideStanding, type SubscriptionState } from './plan.ts'

/** Why we end a plan at Stripe: no payment worked within the grace, or the owner's bank has taken a payment back. */
export type GivenUp = 'unpaid' | 'disputed'

/** The reason that `PlanEnded` gives. The end of an erased plan has none. */
export type PlanEndReason = GivenUp | 'cancelled'

type Payments = {
  /** The state of the newest dispute of a payment: none, a question of the bank, or the money taken back. */
  dispute: 'none' | 'inquired' | 'taken'
  graceDays: number
  now: Date
}

/** Decides why a plan must end now; null if it goes on. An inquiry takes nothing, so the plan goes on. */
export function decideGivenUp(
  subscription: SubscriptionState,
  { dispute, graceDays, now }: Payments,
): GivenUp | null {
  if (dispute === 'taken') return 'disputed'
  const { graceEndsAt } = decideStanding(subscription, graceDays)
  return graceEndsAt !== null && graceEndsAt <= now ? 'unpaid' : null
}

/** Stripe ends a subscription of itself if it has given up collecting; our own grace ends first, or the owner cancels. */
export const toEndReason = (wasPastDue: boolean, givenUp: GivenUp | null): PlanEndReason =>
  givenUp ?? (wasPastDue ? 'unpaid' : 'cancelled')
