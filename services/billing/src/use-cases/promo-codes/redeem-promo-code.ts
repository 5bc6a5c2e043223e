import type { Transaction } from '@walkon/service/database'
import type { OrderRow } from '../../db/checkout/orders.ts'
import { insertRedemption, lockPromoCode } from '../../db/promo-codes/promo-codes.ts'
import { toPrice } from '../../domain/price.ts'
import { toDiscount } from '../../domain/promo-code.ts'
import { judgeLocked } from './judge-promo-code.ts'
import type { CodeUseSettings } from './keep-code-uses.ts'
import { PromoCodeRefused } from './refuse-promo-code.ts'

/**
 * Counts the code of an order that is being fulfilled. A free order is judged now, because it has held nothing and its code may
 * never have been judged. A paid order is not: its price was agreed and the money is taken. Throws `PromoCodeRefused`.
 */
export async function redeemPromoCode(
  tx: Transaction,
  settings: CodeUseSettings,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const { id: orderId, promoCode: code, addressHash, totalCents } = order
  if (code === null) return
  const isPaid = totalCents > 0
  if (!isPaid) await judgeFree(tx, settings, { ...order, code }, now)
  // An operator may have deleted the code of a paid order; then there is nothing to count.
  else if (!(await lockPromoCode(tx, code))) return
  await insertRedemption(tx, { code, addressHash, orderId, redeemedAt: now, isPaid })
}

async function judgeFree(
  tx: Transaction,
  settings: CodeUseSettings,
  { code, channel, addressHash, dates, dayPriceCents }: OrderRow & { code: string },
  now: Date,
): Promise<void> {
  const judged = await judgeLocked(tx, settings, { code, channel, addressHash }, now)
  const { totalCents } = toPrice({ days: dates.length, dayPriceCents, discount: toDiscount(judged) })
  if (totalCents > 0) throw new PromoCodeRefused('promo-code-not-free')
}
