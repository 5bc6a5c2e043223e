import type { RefObject } from 'react'
import { dollars } from '../../lib/money.ts'
import { ChannelChoice } from './channel-choice.tsx'
import type { OrderForm } from './use-order.ts'
import type { ShownPrice } from './use-price.ts'

const CHANNELS = { email: 'Email', sms: 'SMS' }

type TicketHeadProps = {
  form: OrderForm
  isSmsSold: boolean | null | undefined
  heading: RefObject<HTMLHeadingElement | null>
  about: string
}

/** The offer and its price. */
export function TicketHead({ form, isSmsSold, heading, about }: TicketHeadProps) {
  return (
    <div className="ticket__part">
      <div className="ticket__head">
        <div>
          <h2
            id="alerts-title"
            ref={heading}
            tabIndex={-1}
            className="ticket__title focus-visible:outline-none"
          >
            {/* Always two lines, so that a longer price moves nothing. */}
            Daily {CHANNELS[form.draft.channel]} <br />
            Alerts
          </h2>
          <p className="text-14 text-ink-2">{about}</p>
        </div>
        <PriceTag price={form.price} days={form.draft.dates.length} />
      </div>
      <ChannelChoice
        channel={form.draft.channel}
        isSmsSold={isSmsSold}
        onChange={(channel) => form.change('channel', channel)}
      />
    </div>
  )
}

/** The total, and how it comes about. */
export function PriceTag({ price, days }: { price: ShownPrice | null | undefined; days: number }) {
  const isFree = price?.totalCents === 0
  return (
    <p className={isFree ? 'price price--free' : 'price'} aria-live="polite">
      {price !== null &&
        (price ? totalOf(price) : <span className="skeleton inline-block! h-8! w-18 align-top" />)}
      <small>{price ? wordsOf(price, days) : price === null ? 'price at payment' : 'per day'}</small>
    </p>
  )
}

const totalOf = ({ totalCents }: ShownPrice) => (totalCents === 0 ? 'FREE' : dollars(totalCents))

function wordsOf({ days, dayPriceCents, discountCents, totalCents }: ShownPrice, chosen: number): string {
  if (totalCents === 0) return chosen === 0 ? 'choose your days' : daysWords(chosen)
  const list = days === 0 || chosen === 0 ? 'per day' : `${daysWords(days)} × ${dollars(dayPriceCents)}`
  return discountCents === 0 ? list : `${list}, ${dollars(discountCents)} off`
}

const daysWords = (count: number) => (count === 1 ? '1 day' : `${count} days`)
