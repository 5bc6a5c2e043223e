import { stepsOfOrder } from '@walkon/contracts/life-steps'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { dollars } from '../../lib/money.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { FoldedSteps } from '../../lib/steps.tsx'
import { shortId } from './act-names.ts'
import { isMissing, NOT_KNOWN } from './not-known.ts'
import type { Visitor } from './visitor.ts'
import { zoneOf } from './visitor-clock.ts'

const STATUS_WORDS: Record<string, string> = {
  'awaiting-confirmation': 'waits for the link in its mail',
  'awaiting-payment': 'waits for the payment',
  fulfilled: 'has its pass',
}

const ASSIST_WORDS: Record<string, string> = {
  opening: 'waits for the payment',
  processing: 'waits for the bank',
  active: 'is paid',
  unpaid: 'was not paid',
  revoked: 'was taken back',
  returned: 'is paid back: it bought nothing',
}

/** Orders of a visitor, each with the steps of its payment, its pass and its refund. */
export function Orders({ visitor }: { visitor: Visitor }) {
  const { orders, payments, assistDays } = visitor
  return (
    <section aria-labelledby="desk-orders" className="grid gap-2">
      <h3 id="desk-orders" className="text-16! leading-6!">
        Passes and orders
      </h3>
      {orders.length + assistDays.length === 0 && (
        <p className="text-14 text-ink-2">
          {isMissing(visitor, 'billing') ? `Orders are ${NOT_KNOWN}.` : 'Nothing was ordered.'}
        </p>
      )}
      <ul className="grid gap-2 text-14">
        {orders.map(({ id, parkName, dates, status, totalCents, promoCode }) => (
          <li key={id} className="wrap-anywhere">
            <b>{parkName ?? 'A park'}</b>, {dates.map(dayLabel).join('; ')}
            <br />
            Order {toOrderReference(id)} {STATUS_WORDS[status] ?? status}, {dollars(totalCents)}
            {promoCode !== null && `, code ${promoCode}`}
            {payments
              .filter(({ orderId }) => orderId === id)
              .map((payment) => (
                <span key={payment.id} className="block text-ink-2">
                  Payment {shortId(payment.id)} {payment.status}, {dollars(payment.amountCents)}
                  {payment.refundedCents > 0 && `, ${dollars(payment.refundedCents)} paid back`}
                  {payment.disputed && ', disputed'}
                </span>
              ))}
            <OrderSteps visitor={visitor} orderId={id} />
          </li>
        ))}
        {assistDays.map(({ id, date, state, dayCents }) => (
          <li key={id} className="wrap-anywhere">
            <b>Lightning Lane Assist</b>
            {date !== null && `, ${dayLabel(date)}`}
            <br />
            Order {toOrderReference(id)} {ASSIST_WORDS[state] ?? state}, {dollars(dayCents)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrderSteps({ visitor, orderId }: { visitor: Visitor; orderId: string }) {
  const order = visitor.orders.find(({ id }) => id === orderId)
  if (!order) return null
  const ofOrder = <Part extends { orderId: string }>(parts: Part[]) =>
    parts.filter((part) => part.orderId === orderId)
  const passes = ofOrder(visitor.passes)
  const guarantees = visitor.guarantees.filter(({ passId }) => passes.some(({ id }) => id === passId))
  const steps = stepsOfOrder({ ...order, payments: ofOrder(visitor.payments), passes, guarantees })
  return <FoldedSteps of="Order" name="the order" id={orderId} steps={steps} timezone={zoneOf(visitor)} />
}
