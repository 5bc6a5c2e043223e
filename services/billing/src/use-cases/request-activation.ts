import type { activationResult, newActivation } from '@walkon/contracts/http/billing'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import type { z } from 'zod'
import { countConfirmations, findNewestLinkOrder } from '../db/confirmations.ts'
import { lockAddresses, lockSameOrder } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { LINK_COUNT_MS, toLinkWaitSeconds } from '../domain/confirmation-link.ts'
import { asksForTheSame } from '../domain/order.ts'
import { checkPromoCode } from './check-promo-code.ts'
import { placeFreeOrder, toFreeOrder, type ActivationDeps, type FreeOrder } from './place-order.ts'
import { requestConfirmation } from './request-confirmation.ts'

/**
 * Sends the address a link that confirms the order. Of what is stored under the address, the answer depends on its newest
 * link alone, so that it reveals nothing else. A network over its limit of wrong promo codes still gets its link: the code
 * is judged when the link is used, so that each further guess costs a mailbox. Throws `too-many-requests`.
 */
export async function requestActivation(
  deps: ActivationDeps,
  asked: z.output<typeof newActivation>,
  { park, client }: { park: ParkRow; client: string },
): Promise<z.output<typeof activationResult>> {
  const { db, settings, guessLimit, mails, now: clock } = deps
  await mails.admit(client)
  const addressHash = hashAddress(asked.email)
  const mayGuess = (await guessLimit.check({ client })) === null
  const outcome = await guessLimit.count({ client }, () =>
    db.transaction(async (tx) => {
      await lockAddresses(tx, [addressHash])
      const now = clock()
      const wanted = toFreeOrder(asked, park, now)
      if (mayGuess) await checkPromoCode(tx, { code: wanted.promoCode, channel: 'email' }, now)
      const links = await countConfirmations(tx, addressHash, new Date(now.getTime() - LINK_COUNT_MS))
      const wait = toLinkWaitSeconds(links, now)
      if (wait !== null) return (await isRepetition(tx, addressHash, wanted)) ? 'repeated' : wait
      const before = await lockSameOrder(tx, wanted)
      const order =
        before?.status === 'awaiting-confirmation' ? before : await placeFreeOrder(tx, wanted, settings, now)
      await requestConfirmation(tx, { order, park, now, hours: settings.CONFIRMATION_HOURS })
      return 'sent'
    }),
  )
  if (typeof outcome === 'number') {
    mails.count('address-limited')
    throw tooManyRequests(outcome)
  }
  mails.count(outcome)
  return { status: 'confirmation-sent' }
}

/** Whether the newest link of the address is for the same order, used or not. */
async function isRepetition(tx: Transaction, addressHash: string, wanted: FreeOrder): Promise<boolean> {
  const newest = await findNewestLinkOrder(tx, addressHash)
  return newest !== null && asksForTheSame(newest, wanted)
}
