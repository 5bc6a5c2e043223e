import { toNextLook } from './follow-up.ts'
import { isGivenBack, sumGivenBack, type Refund, type RefundSubject } from './refund.ts'

/**
 * The one way by which money goes back: a step of the function that has read the payment at Stripe. It pays the part of the debt that Stripe's
 * list of refunds does not cover, and the payment is read again.
 */

/** `made`: Stripe has the refund. `failed`: the bank returned it or Stripe refuses it, and a person must pay. `settled-by-hand`: a person has. */
export const DEBT_STATES = ['due', 'made', 'failed', 'settled-by-hand'] as const
export type DebtState = (typeof DEBT_STATES)[number]

/** Cents of a payment that go back to its buyer. */
export type Debt = {
  cents: number
  /** As it was before Stripe was asked; null if nothing was recorded yet. */
  state: DebtState | null
  since: Date
  subject: RefundSubject
  /** The same rest has the same key, so that a repeated call pays once. */
  toKey: (amountCents: number) => string
}

export type RefundCall = {
  paymentIntent: string
  amountCents: number
  subject: RefundSubject
  idempotencyKey: string
}

/** A payment as Stripe has it now. */
export type ReadPayment = { paymentIntent: string | null; disputed: boolean; refunds: Refund[] }

export type DebtStep = {
  state: DebtState
  /** The refund that Stripe does not have yet. */
  call: RefundCall | null
  /** The newest refund of this debt; null without one, and if Stripe's answer is older than its failure. */
  own: Refund | null
  hasFailed: boolean
  checkAt: Date | null
}

/** The wait before the next call, if Stripe has not taken the refund. */
const TRY_AGAIN_MS = 60_000

/**
 * Decides the state of a debt and the next call. Any refund counts, also one by hand, so that all together are never more than is owed or
 * was paid. A refund that failed is not made again: the bank would return it again. A disputed payment is not refunded: the bank has the
 * money.
 */
export function stepDebt(debt: Debt, payment: ReadPayment, now: Date): DebtStep {
  const refunds = payment.refunds.filter(isAbout(debt.subject))
  // Stripe's failed refund stays failed: an answer without it is an older one.
  const isOld = debt.state === 'failed' && refunds.length > 0 && refunds.every(isGivenBack)
  const restCents = debt.cents - sumGivenBack(payment.refunds)
  const state = isOld ? 'failed' : toState(debt.state, { restCents, refunds })
  const { paymentIntent, disputed } = payment
  return {
    state,
    call:
      state === 'due' && paymentIntent !== null && !disputed ? toCall(debt, paymentIntent, restCents) : null,
    own: isOld ? null : (refunds[0] ?? null),
    hasFailed: state === 'failed' && debt.state !== 'failed',
    checkAt: toNextCheck(state, { since: debt.since, refunds }, now),
  }
}

function toState(
  before: DebtState | null,
  { restCents, refunds }: { restCents: number; refunds: Refund[] },
): DebtState {
  if (restCents <= 0) return 'made'
  // A refund by hand alone changes what a person has closed.
  if (before === 'failed' || before === 'settled-by-hand') return before
  return refunds.every(isGivenBack) ? 'due' : 'failed'
}

const toCall = ({ subject, toKey }: Debt, paymentIntent: string, amountCents: number): RefundCall => ({
  paymentIntent,
  amountCents,
  subject,
  idempotencyKey: toKey(amountCents),
})

function toNextCheck(
  state: DebtState,
  { since, refunds }: { since: Date; refunds: Refund[] },
  now: Date,
): Date | null {
  if (state === 'failed' || state === 'settled-by-hand') return null
  if (state === 'due') return new Date(now.getTime() + TRY_AGAIN_MS)
  return toNextLook(refunds.some(isPending) ? 'pending refund' : 'refund', since, now)
}

const isPending = ({ status }: Refund): boolean => status === 'pending' || status === 'requires_action'

const isAbout =
  ({ kind, id }: RefundSubject) =>
  ({ subject }: Refund): boolean =>
    subject?.kind === kind && subject.id === id
