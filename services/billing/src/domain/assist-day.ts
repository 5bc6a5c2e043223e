import type { Refund } from './refund.ts'
import { sumGivenBack } from './refund.ts'

const HOUR_MS = 3_600_000

/** The paid day: from the payment, or from the end of the day that the account has already. */
export function toAssistWindow(
  { lastEndsAt, hours }: { lastEndsAt: Date | null; hours: number },
  now: Date,
): { startsAt: Date; endsAt: Date } {
  const startsAt = lastEndsAt !== null && lastEndsAt > now ? lastEndsAt : now
  return { startsAt, endsAt: new Date(startsAt.getTime() + hours * HOUR_MS) }
}

/** A session of Stripe as far as a day depends on it. */
export type AssistPayment = {
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  hasFailed: boolean
  disputed: boolean
  refunds: Refund[]
}

export type AssistStanding =
  | { kind: 'open' }
  | { kind: 'processing' }
  | { kind: 'unpaid'; hasFailed: boolean }
  | { kind: 'paid' }
  /** All of it went back to the buyer, or the bank has taken it back. */
  | { kind: 'taken-back'; reason: 'refunded' | 'disputed' }

/** What the payment of a day means for it. A refund of a part changes nothing. */
export function decideAssistStanding(payment: AssistPayment, dayCents: number): AssistStanding {
  const { status, isPaid, hasFailed, disputed, refunds } = payment
  if (isPaid && disputed) return { kind: 'taken-back', reason: 'disputed' }
  if (isPaid)
    return sumGivenBack(refunds) >= dayCents ? { kind: 'taken-back', reason: 'refunded' } : { kind: 'paid' }
  if (status === 'expired' || hasFailed) return { kind: 'unpaid', hasFailed }
  return { kind: status === 'complete' ? 'processing' : 'open' }
}
