import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { BANK_NEEDS_TIME, PAYMENT_ON_ITS_WAY } from '../../lib/awaited-payment.ts'
import { dollars } from '../../lib/money.ts'
import { untilWords } from '../../lib/moment-words.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CheckoutEnded, ENDED_TITLES, RefundNote } from './checkout-ended.tsx'
import { findTabKey } from '../../lib/tab-key.ts'
import { checkoutKeyQuery } from './queries.ts'

/** The heading of the page, which says the state of the order. */
export function titleOf({ status, waitsFor, ended, totalCents }: CheckoutState): string {
  if (status === 'active') return 'Subscription Successful'
  if (waitsFor === 'confirmation') return 'Paid. Now open our email'
  if (status === 'processing') return PAYMENT_ON_ITS_WAY
  if (status === 'expired') return ENDED_TITLES[ended ?? 'unpaid']
  return totalCents === 0 ? 'Check your inbox' : 'Waiting for your payment'
}

type CheckoutResultProps = {
  checkout: CheckoutState
  sessionId: string
  /** The mailbox of the local run. */
  inboxUrl: string | null
  /** The first choice of rides, for the tab that ordered. */
  renderRides: (token: string, parkId: string) => ReactNode
  /** The steps left for texts; the tab that ordered has a token. */
  renderText: (token: string | undefined) => ReactNode
  /** Acts on an order that was not meant so. */
  wrong: ReactNode
}

/** The order, and what comes next. */
export function CheckoutResult(props: CheckoutResultProps) {
  const { checkout, sessionId } = props
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
        <p>{totalCents === 0 ? 'FREE' : `${isPaid(checkout) ? 'Paid' : 'Price'}: ${dollars(totalCents)}`}</p>
      </div>
      <div className="perf" />
      {/* Another status is another part, whose small print has not moved. */}
      <div className="ticket__part" key={checkout.status}>
        <NextStep {...props} />
        <p className="text-14 text-ink-2">
          Transaction ID: <span className="wrap-anywhere">{checkout.orderReference ?? sessionId}</span>
        </p>
        {checkout.status === 'active' && props.wrong}
      </div>
    </section>
  )
}

/** A pass that has ended was paid, also where the money went back since. */
const isPaid = ({ status, waitsFor, ended }: CheckoutState): boolean =>
  status === 'active' || waitsFor !== undefined || ended === 'over' || ended === 'money-back'

function NextStep({ checkout, inboxUrl, ...tab }: Omit<CheckoutResultProps, 'wrong'>) {
  const { status, refund } = checkout
  if (status !== 'active') return <CheckoutNews checkout={checkout} inboxUrl={inboxUrl} />
  return (
    <>
      {refund && <RefundNote {...checkout} refund={refund} />}
      <Active {...checkout} {...tab} inboxUrl={inboxUrl} />
    </>
  )
}

type CheckoutNewsProps = Pick<CheckoutResultProps, 'checkout' | 'inboxUrl'> & {
  /** The page has the order form itself, so that nothing leads to another one. */
  hasForm?: boolean
}

/** The state of an order that is not active, in the words of each page that its payment leads back to. */
export function CheckoutNews({ checkout, inboxUrl, hasForm = false }: CheckoutNewsProps) {
  const { status, waitsFor, ended, totalCents } = checkout
  switch (status) {
    case 'processing':
      return waitsFor ? <LinkToOpen {...checkout} inboxUrl={inboxUrl} /> : <p>{BANK_NEEDS_TIME}</p>
    case 'expired':
      return <CheckoutEnded checkout={checkout} ended={ended ?? 'unpaid'} hasForm={hasForm} />
    case 'open':
      return totalCents === 0 ? (
        <MailToOpen {...checkout} inboxUrl={inboxUrl} />
      ) : (
        <PaymentToCome hasForm={hasForm} />
      )
    case 'active':
      return null
    default:
      return status satisfies never
  }
}

type ActiveProps = Pick<CheckoutState, 'parkId' | 'parkName' | 'channel' | 'passEnd'> &
  Omit<CheckoutResultProps, 'checkout' | 'wrong'>

/** The end of the pass stands here: above, it would push all below it down when the payment becomes known. */
function Active({ parkId, parkName, channel, passEnd, renderText, ...tab }: ActiveProps) {
  const { data: token, isLoading } = useQuery(checkoutKeyQuery(tab.sessionId, findTabKey()))
  return (
    <>
      {channel === 'sms' &&
        (isLoading ? <div className="min-h-18 sm:min-h-12" /> : renderText(token ?? undefined))}
      <p>
        All ride alerts are active for {parkName}. You’ll get a confirmation by{' '}
        {channel === 'sms' ? 'SMS and email' : 'email'}.
      </p>
      {passEnd && <p className="text-14 text-ink-2">Until {untilWords(passEnd)}</p>}
      <WayToRides parkId={parkId} {...tab} />
      <ButtonLink quiet to={`/live-wait-times?park=${parkId}`}>
        See live wait times
      </ButtonLink>
    </>
  )
}

/** The tab that ordered goes to its rides; any other one needs the account or the mail. */
function WayToRides({
  parkId,
  sessionId,
  inboxUrl,
  renderRides,
}: Omit<CheckoutResultProps, 'checkout' | 'wrong' | 'renderText'> & { parkId: string }) {
  const { data: token, isLoading } = useQuery(checkoutKeyQuery(sessionId, findTabKey()))
  // As tall as the choice and its button, so that nothing below moves for the tab that ordered.
  if (isLoading) return <Loading label="Loading" className="h-54!" />
  if (token)
    return (
      <>
        {renderRides(token, parkId)}
        <ButtonLink to={`/manage-alerts?token=${encodeURIComponent(token)}`}>Choose your rides</ButtonLink>
      </>
    )
  return (
    <>
      <ButtonLink to="/manage-alerts">Manage Alerts</ButtonLink>
      <p className="text-14 text-ink-2">
        Tap “Choose your rides” in <OurEmail inboxUrl={inboxUrl} />, or sign up with the same address.
      </p>
    </>
  )
}

const OurEmail = ({ inboxUrl }: { inboxUrl: string | null }) =>
  inboxUrl ? (
    <a href={inboxUrl} target="_blank" rel="noopener">
      our email
    </a>
  ) : (
    'our email'
  )

/** A payment proves no mailbox: what the address has already changes at its own link alone. */
function LinkToOpen({
  parkName,
  totalCents,
  inboxUrl,
}: Pick<CheckoutState, 'parkName' | 'totalCents'> & { inboxUrl: string | null }) {
  return (
    <>
      <p>
        We got your {dollars(totalCents)}. This email address has alerts or an account with us already, so
        please show that it is yours: open our email <b>“Turn on the alerts you paid for: {parkName}”</b> and
        press its button. Your alerts start right then, and this page says so by itself.
      </p>
      {inboxUrl && (
        <a className="btn" href={inboxUrl} target="_blank" rel="noopener">
          Open the inbox
        </a>
      )}
      <p className="text-14 text-ink-2">
        If nobody opens it by the end of your last day, your {dollars(totalCents)} goes back to your card by
        itself. Nothing after a minute? Check your spam folder.
      </p>
    </>
  )
}

/** Nothing is paid, so the mail's link is what starts the alerts. */
function MailToOpen({ parkName, inboxUrl }: Pick<CheckoutState, 'parkName'> & { inboxUrl: string | null }) {
  return (
    <>
      <p>
        Open our email <b>“Confirm your alerts for {parkName}”</b> and press its button. That turns your
        alerts on, and this page says so by itself.
      </p>
      {inboxUrl && (
        <a className="btn" href={inboxUrl} target="_blank" rel="noopener">
          Open the inbox
        </a>
      )}
      <p className="text-14 text-ink-2">Nothing after a minute? Check your spam folder.</p>
    </>
  )
}

function PaymentToCome({ hasForm }: { hasForm: boolean }) {
  return (
    <>
      <p>We haven’t heard from the payment page yet. This page updates by itself.</p>
      {!hasForm && (
        <ButtonLink quiet to="/#alerts">
          Back to your order
        </ButtonLink>
      )}
    </>
  )
}
