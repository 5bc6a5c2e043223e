import type { newQuote, Quote } from '@walkon/contracts/http/checkouts'
import type { Queryable } from '@walkon/service/database'
import type { z } from 'zod'
import type { Settings } from '../config.ts'
import { toPrice } from '../domain/price.ts'
import { checkPromoCode } from './check-promo-code.ts'
import { dayPriceOf } from './place-order.ts'

/** What an order would cost now, for the price line of a form. Throws what a promo code is refused with. */
export async function quoteOrder(
  { db, settings }: { db: Queryable; settings: Settings },
  { channel, days, promoCode: code }: z.output<typeof newQuote>,
  now: Date,
): Promise<Quote> {
  if (code !== undefined) await checkPromoCode(db, { code, channel }, now)
  const priced = Math.max(days, 1)
  const dayPriceCents = dayPriceOf(settings, channel)
  const price = toPrice({ days: priced, dayPriceCents, isFree: code !== undefined })
  return { channel, currency: 'usd', days: priced, ...price }
}
