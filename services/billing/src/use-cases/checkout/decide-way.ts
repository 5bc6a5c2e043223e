import type { Caller } from '@walkon/service/access'
import type { ClientLimit } from '@walkon/service/client-limit'
import { tooManyRequests } from '@walkon/service/errors'
import { findPromoCode } from '../../db/promo-codes/promo-codes.ts'
import { toPrice } from '../../domain/price.ts'
import { toDiscount } from '../../domain/promo-code.ts'
import type { Guesser } from '../../limits/promo-guesses.ts'
import type { OrderDeps, WantedOrder } from './read-order.ts'

/**
 * `free`: it costs nothing, and its owner asks for it. `judged-by-mail`: it costs nothing or its code is unknown, and nothing proves its
 * address: a mailed link does, and judges its code.
 */
export type Way = { kind: 'paid' } | UnpaidWay
type UnpaidWay = { kind: 'free'; owner: Caller } | { kind: 'judged-by-mail' }

export const toUnpaidWay = ({ owner }: WantedOrder): UnpaidWay =>
  owner ? { kind: 'free', owner } : { kind: 'judged-by-mail' }

export const guesserOf = ({ owner, addressHash, client }: WantedOrder): Guesser =>
  owner ? { addressHash } : { client }

/**
 * Decides the way of an order once. This does not judge the code: the way that the order takes does. An unknown code takes that of free
 * orders. After the last guess of a network, a code that makes all of the order free does too: each further guess costs a mailbox. A code
 * that leaves something to pay has no such way, and waits. It uses up a checkout: to find one by this answer costs as much as to buy.
 * Throws `too-many-requests`.
 */
export async function decideWay(
  { db, guessLimit, checkoutLimit }: Pick<OrderDeps, 'db' | 'guessLimit'> & { checkoutLimit: ClientLimit },
  wanted: WantedOrder,
): Promise<Way> {
  const { order, owner, client, dayPriceCents } = wanted
  const { promoCode, dates } = order
  const waitSeconds = promoCode === null ? null : await guessLimit.check(guesserOf(wanted))
  if (waitSeconds !== null && owner) throw tooManyRequests('promo-guess', waitSeconds)
  const code = promoCode === null ? null : await findPromoCode(db, promoCode)
  if (promoCode !== null && !code) return toUnpaidWay(wanted)
  const { totalCents } = toPrice({ days: dates.length, dayPriceCents, discount: code && toDiscount(code) })
  if (totalCents === 0) return toUnpaidWay(wanted)
  if (waitSeconds === null) return { kind: 'paid' }
  await checkoutLimit.admit(client)
  throw tooManyRequests('promo-guess', waitSeconds)
}
