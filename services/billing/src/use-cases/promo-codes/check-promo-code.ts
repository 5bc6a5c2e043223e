import type { promoCodeCheck, promoCodeCheckResult } from '@walkon/contracts/http/promo-codes'
import type { Queryable } from '@walkon/service/database'
import type { z } from 'zod'
import { isFullDiscount } from '../../domain/price.ts'
import { toDiscount } from '../../domain/promo-code.ts'
import { judgeForAnyAddress } from './judge-promo-code.ts'

/** Says what a promo code does on a channel now. It reserves nothing. Throws `PromoCodeRefused`. */
export async function checkPromoCode(
  db: Queryable,
  { code, channel }: z.output<typeof promoCodeCheck>,
  now: Date,
): Promise<z.output<typeof promoCodeCheckResult>> {
  const discount = toDiscount(await judgeForAnyAddress(db, { code, channel }, now))
  return { code, channel, discount, free: isFullDiscount(discount) }
}
