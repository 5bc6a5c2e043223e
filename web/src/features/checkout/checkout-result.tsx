import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { dollars } from '../../lib/money.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** The heading of the page, which says the state of the order. */
export function titleOf({ status, totalCents }: CheckoutState): string {
  if (status === 'active') return 'Subscription Successful'
  if (status === 'processing') return 'Your payment is on its way'
  if (status === 'expired') return 'This order has ended'
  return totalCents === 0 ? 'Check your inbox' : 'Waiting for your payment'
}

type CheckoutResultProps = { checkout: CheckoutState; sessionId: string }

/** What was ordered, and what comes next. */
export function CheckoutResult({ checkout, sessionId }: CheckoutResultProps) {
  const { parkName, dates, totalCents } = checkout
  return (
    <section className="ticket max-w-140" aria-labelledby="page-title">
      <div className="ticket__part">
        <div>
          <h2 className="ticket__title">{parkName}</h2>
          <ul className="flex flex-wrap gap-x-4 pt-1 text-ink-2">
            {dates.map((date) => (
              <li key={date}>{dayLabel(date)}</li>
            ))}
          </ul>
        </div>
        <p>{totalCents === 0 ? 'FREE' : dollars(totalCents)}</p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        <NextStep {...checkout} />
        <p className="text-14 text-ink-2">
          Transaction ID: <span className="wrap-anywhere">{sessionId}</span>
        </p>
      </div>
    </section>
  )
}

function NextStep({ status, channel, parkName, totalCents }: CheckoutState) {
  switch (status) {
    case 'active':
      return (
        <>
          <p>
            All ride alerts are active for {parkName}. You’ll get a confirmation by{' '}
            {channel === 'sms' ? 'SMS and email' : 'email'}.
          </p>
          {channel === 'sms' && (
            <p>Answer YES to the text we send you. Until then your alerts go to your email address.</p>
          )}
          <ButtonLink to="/manage-alerts">Manage Alerts</ButtonLink>
          <p className="text-14 text-ink-2">
            To edit your ride preferences here, you need an account with the email you used. The link in our
            email works without one.
          </p>
        </>
      )
    case 'processing':
      return <p>Your bank needs some time. We’ll email you as soon as your alerts are on.</p>
    case 'expired':
      return (
        <>
          <p>
            It was not completed in time, or your money was returned. You can start again whenever you like.
          </p>
          <ButtonLink to="/#alerts">Start again</ButtonLink>
        </>
      )
    case 'open':
      return totalCents === 0 ? (
        <p>Open the link we emailed you and confirm. Your alerts start right away.</p>
      ) : (
        <p>We haven’t heard from the payment page yet. This page updates by itself.</p>
      )
    default:
      return status satisfies never
  }
}
