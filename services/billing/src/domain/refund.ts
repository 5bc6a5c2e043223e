/** A refund of a payment as Stripe has it. */
export type Refund = {
  id: string
  amountCents: number
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  /** Why the bank did not take it. */
  failureReason: string | null
  /** The pass whose guarantee it pays; null for any other refund. */
  passId: string | null
  /** The checkout whose payment bought nothing; null for any other refund. Without both it was made by hand. */
  checkoutId: string | null
}

/** A payment as Stripe has it now. */
export type PaymentMoney = { receivedCents: number; disputed: boolean; refunds: Refund[] }

export type RefundPlan =
  /** The refund exists; no second one is made. */
  | { kind: 'made'; refund: Refund }
  /** The rest of the payment. */
  | { kind: 'refund'; amountCents: number }
  | { kind: 'needless'; reason: 'disputed' | 'refunded-by-hand' }

/** True if the money of a refund is with the buyer or on its way there. */
export const isGivenBack = ({ status }: Refund): boolean => status !== 'failed' && status !== 'canceled'

/** Sums the cents that are with the buyer or on their way there. */
export const sumGivenBack = (refunds: Refund[]): number =>
  refunds.filter(isGivenBack).reduce((sum, { amountCents }) => sum + amountCents, 0)

export const isGuaranteeOf =
  (passId: string) =>
  (refund: Refund): boolean =>
    refund.passId === passId

/**
 * Plans the rest to pay back for a pass. Refunds by hand are taken off, so that all refunds together are never more than the payment.
 * Stripe refuses to refund a disputed payment, because the bank has taken the money already.
 */
export function planRefund(
  { passId, paidCents }: { passId: string; paidCents: number },
  { receivedCents, disputed, refunds }: PaymentMoney,
): RefundPlan {
  const made = refunds.find(isGuaranteeOf(passId))
  if (made) return { kind: 'made', refund: made }
  if (disputed) return { kind: 'needless', reason: 'disputed' }
  const amountCents = Math.min(paidCents, receivedCents) - sumGivenBack(refunds)
  return amountCents > 0 ? { kind: 'refund', amountCents } : { kind: 'needless', reason: 'refunded-by-hand' }
}
