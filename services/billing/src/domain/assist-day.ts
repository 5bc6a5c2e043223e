import { TERMS, toPassWindows } from './pass-windows.ts'
import type { Refund } from './refund.ts'
import { sumGivenBack } from './refund.ts'

const HOUR_MS = 3_600_000

type Window = { startsAt: Date; endsAt: Date }

/** The window of a chosen day, as those of passes are; null where it is over. */
export function toChosenWindow(
  { date, timezone, hours }: { date: string; timezone: string; hours: number },
  now: Date,
): Window | null {
  const visit = { dates: [date], startTime: null, timezone, passHours: hours, terms: TERMS }
  const [window] = toPassWindows(visit, now)
  return window ? { startsAt: window.startsAt, endsAt: window.endsAt } : null
}

/** The window of a day that was sold without a date: from the payment, or from the end of the account's present day. */
export function toUndatedWindow(
  { lastEndsAt, hours }: { lastEndsAt: Date | null; hours: number },
  now: Date,
): Window {
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

/** Decides a day's standing by its payment. A refund of a part changes nothing. */
export function decideAssistStanding(payment: AssistPayment, dayCents: number): AssistStanding {
  const { status, isPaid, hasFailed, disputed, refunds } = payment
  if (isPaid && disputed) return { kind: 'taken-back', reason: 'disputed' }
  if (isPaid)
    return sumGivenBack(refunds) >= dayCents ? { kind: 'taken-back', reason: 'refunded' } : { kind: 'paid' }
  if (status === 'expired' || hasFailed) return { kind: 'unpaid', hasFailed }
  return { kind: status === 'complete' ? 'processing' : 'open' }
}
