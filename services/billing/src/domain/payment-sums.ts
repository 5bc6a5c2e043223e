import type { PassView } from '@walkon/contracts/http/passes'
import type { OWED_REASONS } from './owed.ts'

/** A payment that was taken. */
export type Payment = {
  amountCents: number
  /** As Stripe counts it. */
  refundedCents: number
  owedCents: number | null
  owedReason: (typeof OWED_REASONS)[number] | null
  owedState: 'due' | 'made' | 'failed' | 'settled-by-hand' | null
  paidAt: Date
}

type PaymentSums = Pick<PassView, 'paidCents' | 'refundedCents' | 'paidAt' | 'secondPayment'>

/** What was paid for an order and went back. Each payment but one is a second payment, which bought nothing. */
export function sumPayments(payments: Payment[]): PaymentSums {
  const [own, ...second] = payments.toSorted(
    (one, other) =>
      Number(isSecond(one)) - Number(isSecond(other)) || one.paidAt.getTime() - other.paidAt.getTime(),
  )
  return {
    paidCents: sumOf(payments, ({ amountCents }) => amountCents),
    refundedCents: sumOf(payments, toRefunded),
    paidAt: own?.paidAt.toISOString() ?? null,
    ...(second.length > 0 && {
      secondPayment: {
        paidCents: sumOf(second, ({ amountCents }) => amountCents),
        refundedCents: sumOf(second, toRefunded),
        owedCents: sumOf(second, toOwed),
      },
    }),
  }
}

/** Also where its webhook was the first to come. */
const isSecond = ({ owedReason }: Payment): boolean => owedReason === 'paid-twice'

/** Stripe does not know what a person has paid by another way. */
const toRefunded = ({ owedState, owedCents, refundedCents }: Payment): number =>
  owedState === 'settled-by-hand' ? Math.max(refundedCents, owedCents ?? 0) : refundedCents

const toOwed = ({ owedState, owedCents, refundedCents }: Payment): number =>
  owedState === 'due' ? Math.max(0, (owedCents ?? 0) - refundedCents) : 0

const sumOf = (payments: Payment[], toCents: (payment: Payment) => number): number =>
  payments.reduce((sum, payment) => sum + toCents(payment), 0)
