import type { newQuote, Quote } from '@walkon/contracts/http/checkouts'
import type { z } from 'zod'
import { priceOrder, type PriceDeps } from './price-order.ts'

/** Prices an order as of now, for the price line of a form. Throws `PromoCodeRefused`. */
export async function quoteOrder(
  deps: PriceDeps,
  { channel, days, promoCode }: z.output<typeof newQuote>,
  now: Date,
): Promise<Quote> {
  const priced = Math.max(days, 1)
  const { discount, price } = await priceOrder(deps, { channel, days: priced, promoCode }, now)
  return { channel, currency: 'usd', discount, days: priced, ...price }
}
