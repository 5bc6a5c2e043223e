/** A refund of a payment as Stripe has it. */
export type Refund = {
  id: string
  amountCents: number
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  /** Why the bank did not take it. */
  failureReason: string | null
  /** The pass whose guarantee it pays; null for a refund by hand. */
  passId: string | null
}

/** A payment as Stripe has it now. */
export type PaymentMoney = { receivedCents: number; disputed: boolean; refunds: Refund[] }

export type RefundPlan =
  /** The refund exists; no second one is made. */
  | { kind: 'made'; refund: Refund }
  /** The rest of what was paid. */
  | { kind: 'refund'; amountCents: number }
  | { kind: 'needless'; reason: 'disputed' | 'refunded-by-hand' }

/** Whether the money of a refund is with the buyer or on its way there. */
export const isGivenBack = ({ status }: Refund): boolean => status !== 'failed' && status !== 'canceled'

export const isGuaranteeOf =
  (passId: string) =>
  (refund: Refund): boolean =>
    refund.passId === passId

/**
 * What is still to be paid back for a pass. What went back by hand is taken off, so that all refunds together are never more
 * than was paid. Stripe refuses to refund a disputed payment, because the bank has taken the money already.
 */
export function planRefund(
  { passId, paidCents }: { passId: string; paidCents: number },
  { receivedCents, disputed, refunds }: PaymentMoney,
): RefundPlan {
  const made = refunds.find(isGuaranteeOf(passId))
  if (made) return { kind: 'made', refund: made }
  if (disputed) return { kind: 'needless', reason: 'disputed' }
  const returned = refunds.filter(isGivenBack).reduce((sum, { amountCents }) => sum + amountCents, 0)
  const amountCents = Math.min(paidCents, receivedCents) - returned
  return amountCents > 0 ? { kind: 'refund', amountCents } : { kind: 'needless', reason: 'refunded-by-hand' }
}
