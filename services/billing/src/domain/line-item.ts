import { oneLine } from '@walkon/contracts/plain-text'
import { toDollars } from './price.ts'

/** A line that the payment page shows and charges. */
export type LineItem = {
  name: string
  /** How the amount came about; null where quantity and price say it. */
  description: string | null
  quantity: number
  unitCents: number
}

export type PricedOrder = {
  channel: 'email' | 'sms'
  dates: string[]
  dayPriceCents: number
  discountCents: number
  totalCents: number
  promoCode: string | null
}

/** A reduced order is one item at its total, so that the page can charge nothing else; its words name the parts. */
export function toLineItem(order: PricedOrder, parkName: string): LineItem {
  const { dates, dayPriceCents, discountCents, totalCents, promoCode } = order
  const name = `${order.channel === 'sms' ? 'SMS' : 'Email'} alerts, ${oneLine(parkName)}`
  if (discountCents === 0)
    return { name, description: null, quantity: dates.length, unitCents: dayPriceCents }
  const days = dates.length === 1 ? '1 day' : `${dates.length} days`
  const description = `${days} at ${toDollars(dayPriceCents)}, less ${toDollars(discountCents)} with promo code ${promoCode}`
  return { name, description, quantity: 1, unitCents: totalCents }
}
