import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import { countConfirmations, findNewestLinkOrder } from '../db/confirmations.ts'
import { lockAddresses, lockSameOrder, type OrderRow } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { LINK_COUNT_MS, toLinkWaitSeconds } from '../domain/confirmation-link.ts'
import { asksForTheSame } from '../domain/order.ts'
import { checkPromoCode } from './check-promo-code.ts'
import {
  placeFreeOrder,
  toFreeOrder,
  type ActivationDeps,
  type FreeActivation,
  type FreeOrder,
  type FreeRequest,
} from './place-order.ts'
import { requestConfirmation } from './request-confirmation.ts'

/**
 * Sends the address a link that confirms the order. Of what is stored under the address, the answer depends on its newest
 * link alone, so that it reveals nothing else. A network over its limit of wrong promo codes still gets its link: the code
 * is judged when the link is used, so that each further guess costs a mailbox. Throws `too-many-requests`.
 */
export async function requestActivation(
  deps: ActivationDeps,
  asked: FreeRequest,
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
      const wanted = toFreeOrder(asked, park, now)
      const { promoCode: code, channel } = wanted
      if (mayGuess && code !== null) await checkPromoCode(tx, { code, channel }, now)
      const links = await countConfirmations(tx, addressHash, new Date(now.getTime() - LINK_COUNT_MS))
      const wait = toLinkWaitSeconds(links, now)
      if (wait !== null) {
        const newest = await findRepeated(tx, addressHash, wanted)
        return newest ? { outcome: 'repeated' as const, orderId: newest.id } : wait
      }
      const before = await lockSameOrder(tx, wanted)
      const order =
        before?.status === 'awaiting-confirmation'
          ? before
          : await placeFreeOrder(tx, wanted, { settings, client, now })
      await requestConfirmation(tx, { order, park, now, hours: settings.CONFIRMATION_HOURS })
      return { outcome: 'sent' as const, orderId: order.id }
    }),
  )
  if (typeof outcome === 'number') {
    mails.count('address-limited')
    throw tooManyRequests(outcome)
  }
  mails.count(outcome.outcome)
  return { status: 'confirmation-sent', orderId: outcome.orderId }
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
