import type { PassState, PassView } from '@walkon/contracts/http/passes'
import { BANK_NEEDS_TIME, PAYMENT_ON_ITS_WAY } from '../../lib/awaited-payment.ts'
import { dollars } from '../../lib/money.ts'

const STATES: Record<PassState, string> = {
  'awaiting-payment': 'Awaiting payment. It ends by itself if it is not paid in time.',
  'payment-processing': `${PAYMENT_ON_ITS_WAY}. ${BANK_NEEDS_TIME}`,
  'awaiting-confirmation': 'Awaiting confirmation. Open the link in our email.',
  upcoming: 'Upcoming',
  active: 'Active',
  over: 'Over',
  revoked: 'Ended early, because the payment was returned',
  returned: 'Refunded, because the payment came after its days',
}

/** A refund that the bank sent back to us has words of its own. */
export const stateWords = ({
  state,
  failedRefundCents,
}: Pick<PassView, 'state' | 'failedRefundCents'>): string =>
  state === 'returned' && failedRefundCents ? 'The payment came after its days' : STATES[state]

export const alertWords = ({ channel }: Pick<PassView, 'channel'>): string =>
  channel === 'sms' ? 'SMS alerts' : 'Email alerts'

type Payments = Pick<PassView, 'refundedCents' | 'secondPayment'>

/** Returns the refunded cents of the order's own payment. */
export const toOwnRefund = ({ refundedCents, secondPayment }: Payments): number =>
  refundedCents - (secondPayment?.refundedCents ?? 0)

/** Returns the words for refunds, made or due: of the order, and of a second payment for it. */
export function moneyBackWords(pass: Payments): string[] {
  const ownCents = toOwnRefund(pass)
  const { secondPayment } = pass
  const { refundedCents = 0, owedCents = 0 } = secondPayment ?? {}
  return [
    ...(ownCents > 0 ? [`${dollars(ownCents)} refunded`] : []),
    ...(secondPayment && refundedCents + owedCents === 0 ? ['Paid twice'] : []),
    ...(refundedCents > 0 ? [`Paid twice: ${dollars(refundedCents)} refunded`] : []),
    ...(owedCents > 0 ? [`Paid twice: ${dollars(owedCents)} is on its way back`] : []),
  ]
}
