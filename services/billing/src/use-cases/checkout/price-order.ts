import type { Discount } from '@walkon/contracts/http/billing'
import type { Queryable } from '@walkon/service/database'
import { dayPriceOf, toPrice, type DayPrices, type Price } from '../../domain/price.ts'
import { toDiscount } from '../../domain/promo-code.ts'
import { judgeForAnyAddress } from '../promo-codes/judge-promo-code.ts'

export type PriceDeps = { db: Queryable; settings: DayPrices }

/** The price of an order now, with a code as it is for any address. Throws `PromoCodeRefused`. */
export async function priceOrder(
  { db, settings }: PriceDeps,
  {
    channel,
    days,
    promoCode: code,
  }: { channel: 'email' | 'sms'; days: number; promoCode?: string | undefined },
  now: Date,
): Promise<{ discount: Discount | null; price: Price }> {
  const judged = code === undefined ? null : await judgeForAnyAddress(db, { code, channel }, now)
  const discount = judged && toDiscount(judged)
  return { discount, price: toPrice({ days, dayPriceCents: dayPriceOf(settings, channel), discount }) }
}
