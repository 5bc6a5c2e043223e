/** The kinds of things that a refund is for, as Stripe keeps them with it: `pass` for its guarantee. */
export const SUBJECT_KINDS = ['pass', 'checkout', 'plan'] as const
export type RefundSubject = { kind: (typeof SUBJECT_KINDS)[number]; id: string }

/** A refund of a payment as Stripe has it. */
export type Refund = {
  id: string
  amountCents: number
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  /** Why the bank did not take it. */
  failureReason: string | null
  /** Null: it was made by hand. */
  subject: RefundSubject | null
}

/** True if the money of a refund is with the buyer or on its way there. */
export const isGivenBack = ({ status }: Refund): boolean => status !== 'failed' && status !== 'canceled'

/** Sums the cents that are with the buyer or on their way there. */
export const sumGivenBack = (refunds: Refund[]): number =>
  refunds.filter(isGivenBack).reduce((sum, { amountCents }) => sum + amountCents, 0)
