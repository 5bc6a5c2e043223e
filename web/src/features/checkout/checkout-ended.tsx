import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { dollars } from '../../lib/money.ts'
import { ButtonLink } from '../../ui/button.tsx'

type Ended = NonNullable<CheckoutState['ended']>

export const ENDED_TITLES: Record<Ended, string> = {
  over: 'Your pass has ended',
  'money-back': 'This order has ended',
  declined: 'Your payment didn’t go through',
  unpaid: 'This order has ended',
}

type CheckoutEndedProps = { checkout: CheckoutState; ended: Ended; hasForm: boolean }

/** Why an order has ended, and the way to the next one, unless its form is on the page. */
export function CheckoutEnded({ checkout, ended, hasForm }: CheckoutEndedProps) {
  const { refund } = checkout
  return (
    <>
      {(!refund || ended === 'over') && <p>{toReason(checkout, ended)}</p>}
      {refund && <RefundNote {...checkout} refund={refund} />}
      {!hasForm && refund?.reason !== 'guarantee' && (
        <ButtonLink to="/#alerts">{ended === 'over' ? 'Get ride alerts' : 'Start again'}</ButtonLink>
      )}
    </>
  )
}

function toReason({ parkName, totalCents }: CheckoutState, ended: Ended): string {
  switch (ended) {
    case 'over':
      return `The days of this pass for ${parkName} are over, so it sends no more alerts.`
    case 'money-back':
      return 'Your money was returned, so this pass has ended. You can start again whenever you like.'
    case 'declined':
      return 'Your bank didn’t make the payment. You were not charged, and your alerts are not on. You can start again with another card or bank account.'
    case 'unpaid':
      return totalCents === 0
        ? 'It was not confirmed in time. You can start again whenever you like.'
        : 'It was not paid in time, and nothing was charged. You can start again whenever you like.'
    default:
      return ended satisfies never
  }
}

const ARRIVAL = 'It takes 5 to 10 business days to reach your card.'

/** The refund, and its reason. */
export function RefundNote({
  refund: { reason, amountCents, hasFailed },
  parkName,
  totalCents,
}: Pick<CheckoutState, 'parkName' | 'totalCents'> & { refund: NonNullable<CheckoutState['refund']> }) {
  const amount = dollars(amountCents)
  if (hasFailed)
    return (
      <>
        <p>
          We refunded {amount}, but your bank sent the money back to us. It is still yours: tell us how you’d
          like to get it.
        </p>
        <ButtonLink to="/contact">Contact us</ButtonLink>
      </>
    )
  if (reason === 'guarantee')
    return (
      <p>
        Your pass for {parkName} ended with alerts for fewer than 3 rides that count, so we refunded {amount}.{' '}
        {NEWS_ALONE} {ARRIVAL}
      </p>
    )
  if (reason === 'paid-twice')
    return (
      <p>
        You paid for this order twice, so we are refunding this second payment of {amount}. {ARRIVAL}
      </p>
    )
  if (reason === 'unconfirmed')
    return (
      <p>
        Nobody opened the link we emailed for this order, so no alerts were turned on. We are refunding{' '}
        {amount}. {ARRIVAL}
      </p>
    )
  return amountCents === totalCents ? (
    <p>
      Your payment reached us when these days were over at the park, so no alerts were turned on. We are
      refunding {amount}. {ARRIVAL}
    </p>
  ) : (
    <p>
      Some of these days were over at the park when your payment reached us, so we are refunding {amount} for
      them. {ARRIVAL}
    </p>
  )
}
