import type { DebtState } from './debt.ts'
import type { PassView } from '@walkon/contracts/http/passes'
import type { OWED_REASONS } from './owed.ts'

/** A payment that was taken. */
export type Payment = {
  amountCents: number
  /** As Stripe counts it. */
  refundedCents: number
  owedCents: number | null
  owedReason: (typeof OWED_REASONS)[number] | null
  owedState: DebtState | null
  /** The refund of its guarantee that a bank has returned. */
  failedGuaranteeCents: number | null
  paidAt: Date
}

type PaymentSums = Pick<
  PassView,
  'paidCents' | 'refundedCents' | 'failedRefundCents' | 'paidAt' | 'secondPayment'
>

/** Sums the payments of an order, and their refunds. Each payment but one is a second payment, which bought nothing. */
export function sumPayments(payments: Payment[]): PaymentSums {
  const [own, ...second] = payments.toSorted(
    (one, other) =>
      Number(isSecond(one)) - Number(isSecond(other)) || one.paidAt.getTime() - other.paidAt.getTime(),
  )
  const failedRefundCents = sumOf(payments, toFailed)
  return {
    paidCents: sumOf(payments, ({ amountCents }) => amountCents),
    refundedCents: sumOf(payments, toRefunded),
    paidAt: own?.paidAt.toISOString() ?? null,
    ...(failedRefundCents > 0 && { failedRefundCents }),
    ...(second.length > 0 && {
      secondPayment: {
        paidCents: sumOf(second, ({ amountCents }) => amountCents),
        refundedCents: sumOf(second, toRefunded),
        owedCents: sumOf(second, toOwed),
      },
    }),
  }
}

/** True even if its webhook was the first to come. */
const isSecond = ({ owedReason }: Payment): boolean => owedReason === 'paid-twice'

/** Stripe does not know what a person has paid by another way. */
const toRefunded = ({ owedState, owedCents, refundedCents }: Payment): number =>
  owedState === 'settled-by-hand' ? Math.max(refundedCents, owedCents ?? 0) : refundedCents

const toOwed = (payment: Payment): number => (payment.owedState === 'due' ? toRestOf(payment) : 0)

/** A refund that was made by hand meanwhile has not failed. */
const toFailed = (payment: Payment): number => {
  const { owedState, failedGuaranteeCents, amountCents, refundedCents } = payment
  if (owedState === 'failed') return toRestOf(payment)
  return Math.min(failedGuaranteeCents ?? 0, amountCents - refundedCents)
}

const toRestOf = ({ owedCents, refundedCents }: Payment): number =>
  Math.max(0, (owedCents ?? 0) - refundedCents)

const sumOf = (payments: Payment[], toCents: (payment: Payment) => number): number =>
  payments.reduce((sum, payment) => sum + toCents(payment), 0)
