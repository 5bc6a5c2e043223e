import type { Discount } from '@walkon/contracts/http/billing'
import type { Queryable } from '@walkon/service/database'
import type { Settings } from '../config.ts'
import { toPrice, type Price } from '../domain/price.ts'
import { toDiscount } from '../domain/promo-code.ts'
import { judgeForAnyAddress } from './judge-promo-code.ts'
import { dayPriceOf } from './place-order.ts'

export type PriceDeps = { db: Queryable; settings: Pick<Settings, 'SMS_DAY_CENTS' | 'EMAIL_DAY_CENTS'> }

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
