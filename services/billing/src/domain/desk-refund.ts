/** A payment as far as its refund by the support desk depends on it. */
export type RefundablePayment = {
  status: string
  amountCents: number
  refundedCents: number
  disputed: boolean
  /** Why something of it is paid back already. */
  owedReason: string | null
}

/** How much a member of the desk pays back: of one payment in all (`SUPPORT_REFUND_CENTS`), and now of what a day allows. Null for an admin, who has no limit. */
export type MemberLimits = { paymentCents: number; dayCents: number } | null

/** Returns the cents of a payment that the desk may still pay back. */
export const leftForDesk = (payment: RefundablePayment): number =>
  payment.status !== 'paid' || payment.disputed || payment.owedReason !== null
    ? 0
    : Math.max(0, payment.amountCents - payment.refundedCents)

/** Returns how many of them a member with these limits may pay back. */
export function leftForMember(payment: RefundablePayment, limits: MemberLimits): number {
  const leftCents = leftForDesk(payment)
  if (limits === null) return leftCents
  return Math.max(0, Math.min(leftCents, limits.paymentCents - payment.refundedCents, limits.dayCents))
}

export type DeskRefundRefusal = { code: 'refund-refused' | 'refund-over-limit'; detail: string }

/**
 * Decides why the desk does not pay back so much of a payment; null if it does. A person of support who is not an admin pays back
 * `mostCents` of one payment in all (`SUPPORT_REFUND_CENTS`). How much a member pays back in a day is `count-desk-act.ts`.
 */
export function refuseDeskRefund(
  payment: RefundablePayment,
  asked: { amountCents: number; isAdmin: boolean; mostCents: number },
): DeskRefundRefusal | null {
  const { amountCents, isAdmin, mostCents } = asked
  if (payment.disputed) return refused('The payment is disputed: the bank has the money')
  if (payment.owedReason !== null) return refused('Something of this payment is paid back already')
  if (amountCents > payment.amountCents - payment.refundedCents)
    return refused('Less than that is left of the payment')
  if (!isAdmin && payment.refundedCents + amountCents > mostCents)
    return { code: 'refund-over-limit', detail: `The support desk pays back ${mostCents} cents at most` }
  return null
}

const refused = (detail: string): DeskRefundRefusal => ({ code: 'refund-refused', detail })
