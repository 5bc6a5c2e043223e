import type { Transaction } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import { findLastSentAt, findNewestLinkOrder } from '../../db/checkout/confirmations.ts'
import { insertOrder, lockSameOrder, type OrderRow } from '../../db/checkout/orders.ts'
import { toLinkWaitSeconds } from '../../domain/confirmation-link.ts'
import { asksForTheSame } from '../../domain/order.ts'
import { lockAddress } from '../accounts/lock-address.ts'
import { priceOrder, type PriceDeps } from '../checkout/price-order.ts'
import { toFreeOrder, type FreeActivation, type OrderDeps, type WantedOrder } from '../checkout/read-order.ts'
import { PromoCodeRefused } from '../promo-codes/refuse-promo-code.ts'
import { requestConfirmation } from '../checkout/request-confirmation.ts'
import { takeSpots } from '../parks/take-spots.ts'

/**
 * Sends the address a link that confirms the order. The answer depends on the address's newest link alone, so that it reveals nothing else
 * of the address. A network over its limit of wrong promo codes still gets its link. The code is judged at the use of the link, so that
 * each further guess costs a mailbox. Throws `too-many-requests` and `address-mailed-enough`.
 */
export async function requestActivation(deps: OrderDeps, wanted: WantedOrder): Promise<FreeActivation> {
  const { db, guessLimit, mails } = deps
  const { client } = wanted
  await mails.admit(client)
  const mayGuess = (await guessLimit.check({ client })) === null
  const outcome = await guessLimit.count({ client }, () =>
    db.transaction((tx) => placeAndMail(tx, deps, wanted, { mayGuess })),
  )
  if (typeof outcome === 'number') {
    mails.count('address-limited')
    throw tooManyRequests('activation-mail', outcome)
  }
  mails.count(outcome.outcome)
  const { orderId, isBlind } = outcome
  return { status: 'confirmation-sent', orderId, isBlind }
}

type Mailed = { outcome: 'repeated' | 'sent'; orderId: string; isBlind: boolean }

/** The order with its mail, or the seconds until its address may be mailed again. */
async function placeAndMail(
  tx: Transaction,
  { settings, mails, now: clock }: OrderDeps,
  wanted: WantedOrder,
  { mayGuess }: { mayGuess: boolean },
): Promise<Mailed | number> {
  const { order: asked, addressHash, park, client } = wanted
  await lockAddress(tx, wanted)
  const now = clock()
  if (mayGuess) await demandFree({ db: tx, settings }, wanted, now)
  await takeSpots(tx, settings, asked, now)
  const wait = toLinkWaitSeconds(await findLastSentAt(tx, addressHash), now)
  if (wait !== null) {
    const newest = await findRepeated(tx, wanted)
    if (!newest) return wait
    return { outcome: 'repeated', orderId: newest.id, isBlind: newest.status === 'fulfilled' }
  }
  await mails.countSent(tx, { email: asked.email, client, isOwners: false }, now)
  const before = await lockSameOrder(tx, asked)
  const order =
    before?.status === 'awaiting-confirmation'
      ? before
      : await insertOrder(tx, toFreeOrder(wanted, settings, now))
  await requestConfirmation(tx, { order, park, now, hours: settings.CONFIRMATION_HOURS })
  return { outcome: 'sent', orderId: order.id, isBlind: false }
}

/** Refuses a code that is wrong, or leaves something to pay. */
async function demandFree(deps: PriceDeps, { order }: WantedOrder, now: Date): Promise<void> {
  const { channel, dates, promoCode } = order
  const asked = { channel, days: dates.length, promoCode: promoCode ?? undefined }
  const { price } = await priceOrder(deps, asked, now)
  if (price.totalCents > 0) throw new PromoCodeRefused('promo-code-not-free')
}

/** The order of the newest link, if it is for just this. It makes no difference if the link was followed. */
async function findRepeated(tx: Transaction, { addressHash, order }: WantedOrder): Promise<OrderRow | null> {
  const newest = await findNewestLinkOrder(tx, addressHash)
  return newest !== null && asksForTheSame(newest, order) ? newest : null
}
