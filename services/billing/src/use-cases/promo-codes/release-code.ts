import { findHolding } from '../../db/promo-codes/held-codes.ts'
import type { WantedOrder } from '../checkout/read-order.ts'
import { PromoCodeRefused } from './refuse-promo-code.ts'
import { settleCheckout, type SettleDeps } from '../checkout/settle-checkout.ts'

/**
 * Places an order. If an earlier page of the same address holds its code, ends that page, which frees the code, and places the order once
 * more. Stripe decides whether the page was ended or paid. Throws as `place` does.
 */
export async function placeReleasing<Placed>(
  deps: SettleDeps,
  { addressHash, order: { promoCode } }: Pick<WantedOrder, 'addressHash' | 'order'>,
  place: () => Promise<Placed>,
): Promise<Placed> {
  try {
    return await place()
  } catch (error) {
    const isHeld = error instanceof PromoCodeRefused && error.code === 'promo-code-spent'
    if (!isHeld || promoCode === null) throw error
    if (!(await endOldestPage(deps, { addressHash, code: promoCode }))) throw error
  }
  return place()
}

/** False if no open page holds the code, or Stripe did not answer. */
async function endOldestPage(
  deps: SettleDeps,
  held: { addressHash: string; code: string },
): Promise<boolean> {
  const { db, stripe, log, now } = deps
  const page = await findHolding(db, held, now())
  if (!page) return false
  // Refused if it was paid or has expired meanwhile. Its state is read next, after an unclear answer too.
  await stripe.expireSession(page.sessionId).catch(() => undefined)
  return settleCheckout(deps, page).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error, checkoutId: page.id }, 'a page that holds a code could not be ended')
      return false
    },
  )
}
