/** A subscription as Stripe has it now. */
export type SubscriptionState = {
  /** `incomplete` before the first payment, `past-due` as long as an invoice waits for a payment that works. */
  status: 'incomplete' | 'active' | 'past-due' | 'ended'
  customerId: string
  periodStartsAt: Date
  /** When the paid month is over; earlier where the subscription is cancelled at an earlier instant. */
  periodEndsAt: Date
  cancelsAtPeriodEnd: boolean
  /** The newest invoice, once it is paid. */
  paid: { invoiceId: string; amountCents: number; paymentIntent: string | null } | null
}

/** A plan's standing by its subscription at Stripe. */
export type Standing =
  | { state: 'opening'; coveredUntil: null; graceEndsAt: null }
  | { state: 'active'; coveredUntil: Date; graceEndsAt: null }
  | { state: 'past-due'; coveredUntil: Date; graceEndsAt: Date }
  | { state: 'ended'; coveredUntil: null; graceEndsAt: null }

const DAY_MS = 24 * 3_600_000

/**
 * A plan covers the paid time, and a grace after it: from the failed payment on, which is tried when the period begins. A plan that will be
 * renewed covers the grace beforehand, so that no answer of Stripe can come too late. One that is cancelled has no payment to wait for, and
 * ends with its period.
 */
export function decideStanding(subscription: SubscriptionState, graceDays: number): Standing {
  const { status, periodStartsAt, periodEndsAt, cancelsAtPeriodEnd } = subscription
  const graceMs = graceDays * DAY_MS
  switch (status) {
    case 'incomplete':
      return { state: 'opening', coveredUntil: null, graceEndsAt: null }
    case 'ended':
      return { state: 'ended', coveredUntil: null, graceEndsAt: null }
    case 'active': {
      const coveredUntil = cancelsAtPeriodEnd ? periodEndsAt : new Date(periodEndsAt.getTime() + graceMs)
      return { state: 'active', coveredUntil, graceEndsAt: null }
    }
    case 'past-due': {
      const graceEndsAt = new Date(Math.min(periodStartsAt.getTime() + graceMs, periodEndsAt.getTime()))
      return { state: 'past-due', coveredUntil: graceEndsAt, graceEndsAt }
    }
    default:
      return status satisfies never
  }
}

/** Stripe is asked once a day, and hourly while a payment is missing, so that a lost webhook is noticed. */
const ASK_AGAIN_MS = { active: DAY_MS, 'past-due': 3_600_000 }
const SETTLE_MS = 60_000

/** When Stripe is asked about a subscription of itself: at the latest right after the period or the grace has ended. */
export function toNextLook(standing: Standing, { periodEndsAt }: SubscriptionState, now: Date): Date | null {
  if (standing.state === 'ended') return null
  const askAgainMs = standing.state === 'active' ? ASK_AGAIN_MS.active : ASK_AGAIN_MS['past-due']
  const endsAt = standing.graceEndsAt ?? periodEndsAt
  const atEndMs = endsAt.getTime() + (standing.graceEndsAt ? 0 : SETTLE_MS)
  const againMs = now.getTime() + askAgainMs
  return new Date(atEndMs > now.getTime() ? Math.min(atEndMs, againMs) : now.getTime() + SETTLE_MS)
}
