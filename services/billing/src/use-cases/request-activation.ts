import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import { findLastSentAt, findNewestLinkOrder } from '../db/confirmations.ts'
import { lockAddresses, lockSameOrder, type OrderRow } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { toLinkWaitSeconds } from '../domain/confirmation-link.ts'
import { asksForTheSame } from '../domain/order.ts'
import {
  placeFreeOrder,
  toWantedOrder,
  type ActivationDeps,
  type FreeActivation,
  type FreeOrder,
  type OrderRequest,
} from './place-order.ts'
import { priceOrder, type PriceDeps } from './price-order.ts'
import { PromoCodeRefused } from './refuse-promo-code.ts'
import { requestConfirmation } from './request-confirmation.ts'
import { takeSpots } from './take-spots.ts'

/**
 * Sends the address a link that confirms the order. Of what is stored under the address, the answer depends on its newest
 * link alone, so that it reveals nothing else. A network over its limit of wrong promo codes still gets its link: the code
 * is judged when the link is used, so that each further guess costs a mailbox. Throws `too-many-requests` and `address-mailed-enough`.
 */
export async function requestActivation(
  deps: ActivationDeps,
  asked: OrderRequest,
  { park, client }: { park: ParkRow; client: string },
): Promise<FreeActivation> {
  const { db, settings, guessLimit, mails, now: clock } = deps
  await mails.admit(client)
  const addressHash = hashAddress(asked.email)
  const mayGuess = (await guessLimit.check({ client })) === null
  const outcome = await guessLimit.count({ client }, () =>
    db.transaction(async (tx) => {
      await lockAddresses(tx, [addressHash])
      const now = clock()
      const wanted = toWantedOrder(asked, park, now)
      if (mayGuess) await demandFree({ db: tx, settings }, wanted, now)
      await takeSpots(tx, settings, wanted, now)
      const wait = toLinkWaitSeconds(await findLastSentAt(tx, addressHash), now)
      if (wait !== null) {
        const newest = await findRepeated(tx, addressHash, wanted)
        if (!newest) return wait
        return { outcome: 'repeated' as const, orderId: newest.id, isBlind: newest.status === 'fulfilled' }
      }
      await mails.countSent(tx, { email: asked.email, client, isOwners: false }, now)
      const before = await lockSameOrder(tx, wanted)
      const order =
        before?.status === 'awaiting-confirmation'
          ? before
          : await placeFreeOrder(tx, wanted, { settings, client, now, isProven: false })
      await requestConfirmation(tx, { order, park, now, hours: settings.CONFIRMATION_HOURS })
      return { outcome: 'sent' as const, orderId: order.id, isBlind: false }
    }),
  )
  if (typeof outcome === 'number') {
    mails.count('address-limited')
    throw tooManyRequests('activation-mail', outcome)
  }
  mails.count(outcome.outcome)
  const { orderId, isBlind } = outcome
  return { status: 'confirmation-sent', orderId, isBlind }
}

/** Refuses a code that is wrong, or leaves something to pay. */
async function demandFree(
  deps: PriceDeps,
  { channel, dates, promoCode }: FreeOrder,
  now: Date,
): Promise<void> {
  const asked = { channel, days: dates.length, promoCode: promoCode ?? undefined }
  const { price } = await priceOrder(deps, asked, now)
  if (price.totalCents > 0) throw new PromoCodeRefused('promo-code-not-free')
}

/** The order of the newest link, if it is for just this. Whether the link was followed makes no difference. */
async function findRepeated(
  tx: Transaction,
  addressHash: string,
  wanted: FreeOrder,
): Promise<OrderRow | null> {
  const newest = await findNewestLinkOrder(tx, addressHash)
  return newest !== null && asksForTheSame(newest, wanted) ? newest : null
}
