import { isGivenBack, sumGivenBack, type Refund } from './refund.ts'

/**
 * Why a payment, or a part of it, bought nothing: its days were over when it came, its order was paid before, or its order was erased
 * while the page was open, or its owner did not confirm it. `support`: the support desk gives it back.
 */
export const OWED_REASONS = ['days-over', 'paid-twice', 'order-erased', 'unconfirmed', 'support'] as const

/** The part of a payment that is paid back. */
export type Owed = { cents: number; reason: (typeof OWED_REASONS)[number] }

/** The share of the days that are over, rounded up to the cent: each day of an order costs the same part of the payment. */
export const toLostCents = (paidCents: number, days: { ordered: number; lost: number }): number =>
  Math.ceil((paidCents * days.lost) / days.ordered)

/** The state of an owed refund at Stripe. */
export type OwedStanding =
  | { state: 'due'; amountCents: number }
  | { state: 'made' }
  /** The bank returned it. The same refund is not made twice. */
  | { state: 'failed' }

/** Any refund counts, also one by hand or of a guarantee, so that all together are never more than is owed or was paid. */
export function decideOwedStanding(
  { checkoutId, cents }: { checkoutId: string; cents: number },
  refunds: Refund[],
): OwedStanding {
  const restCents = cents - sumGivenBack(refunds)
  if (restCents <= 0) return { state: 'made' }
  const own = refunds.filter((refund) => refund.checkoutId === checkoutId)
  return own.some((refund) => !isGivenBack(refund))
    ? { state: 'failed' }
    : { state: 'due', amountCents: restCents }
}

/** The call that pays back a rest. The same rest for the same reason has the same key, so that a repeated call pays once. */
export const toOwedRefund = (
  payment: { checkoutId: string; paymentIntent: string },
  { reason, amountCents }: { reason: string; amountCents: number },
) => ({ ...payment, amountCents, idempotencyKey: `refund:${payment.checkoutId}:${reason}:${amountCents}` })
