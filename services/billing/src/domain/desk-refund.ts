/** A payment as far as its refund by the support desk depends on it. */
export type RefundablePayment = {
  amountCents: number
  refundedCents: number
  disputed: boolean
  /** Why something of it is paid back already. */
  owedReason: string | null
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
