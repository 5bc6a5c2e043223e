import type { PassView } from '@walkon/contracts/http/passes'
import { toOrderReference } from '@walkon/contracts/order-reference'
import type { ReactNode } from 'react'
import { untilWords } from '../../lib/moment-words.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { alertWords, toOwnRefund } from './pass-words.ts'

type ReceiptProps = { pass: PassView; email: string; support: ReactNode }

/** The purchase and its payment, as printed. */
export function Receipt({ pass, email, support }: ReceiptProps) {
  const { orderId, parkName, dates } = pass
  return (
    <section className="ticket max-w-140" aria-labelledby="receipt-title">
      <div className="ticket__part">
        <h2 id="receipt-title" className="ticket__title">
          Walkon
        </h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
          <Fact name="Order">{toOrderReference(orderId)}</Fact>
          <Fact name="Paid on">{pass.paidAt && toDate(pass.paidAt)}</Fact>
          <Fact name="Paid by">{email}</Fact>
        </dl>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        <div>
          <p className="font-bold">
            {alertWords(pass)}, {parkName}
          </p>
          <p className="text-14 text-ink-2">{dates.map(dayLabel).join('; ')}</p>
          {pass.passEnd && <p className="text-14 text-ink-2">Until {untilWords(pass.passEnd)}</p>}
        </div>
        <Amounts pass={pass} />
        <p className="text-14 text-ink-2">All amounts are in US dollars. Questions? Write to {support}.</p>
      </div>
    </section>
  )
}

/** A second payment bought nothing, so the order's total stands before it. */
function Amounts({ pass }: { pass: PassView }) {
  const { dates, dayPriceCents, discountCents, promoCode, totalCents, paidCents, secondPayment } = pass
  const ownRefundCents = toOwnRefund(pass)
  return (
    <dl className="grid gap-1">
      <Amount
        name={`${dates.length} ${dates.length === 1 ? 'day' : 'days'} at ${toAmount(dayPriceCents)}`}
        cents={totalCents + discountCents}
      />
      {discountCents > 0 && <Amount name={`Promo code ${promoCode ?? ''}`.trim()} cents={-discountCents} />}
      {secondPayment && (
        <>
          <Amount name="Order total" cents={totalCents} isTotal />
          <Amount name="Second payment for this order" cents={secondPayment.paidCents} />
        </>
      )}
      <Amount name="Paid" cents={paidCents} isTotal />
      {secondPayment && secondPayment.refundedCents > 0 && (
        <Amount name="Second payment, refunded" cents={-secondPayment.refundedCents} />
      )}
      {ownRefundCents > 0 && <Amount name="Refunded" cents={-ownRefundCents} />}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
)

function Amount({ name, cents, isTotal = false }: { name: string; cents: number; isTotal?: boolean }) {
  return (
    <div className={`flex justify-between gap-6 ${isTotal ? 'border-t border-line pt-1 font-bold' : ''}`}>
      <dt>{name}</dt>
      <dd>{toAmount(cents)}</dd>
    </div>
  )
}

/** Receipts name the cents, as those in mails do. */
const toAmount = (cents: number) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

const toDate = (at: string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' })
