import type { activationResult, newActivation } from '@walkon/contracts/http/activations'
import { isAccount, type Caller } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import { demandAllowed } from '@walkon/service/allowed-emails'
import { AppError, notFound, tooManyRequests } from '@walkon/service/errors'
import type { z } from 'zod'
import { lockAddresses, lockSameOrder } from '../db/orders.ts'
import { findPark, type ParkRow } from '../db/parks.ts'
import { isRepeated } from '../domain/order.ts'
import { fulfilOrder } from './fulfil-order.ts'
import {
  placeFreeOrder,
  refuseLeftAddress,
  toWantedOrder,
  type ActivationDeps,
  type FreeActivation,
  type OrderRequest,
} from './place-order.ts'
import { requestActivation } from './request-activation.ts'

/**
 * Free email alerts: by a promo code that makes all of them free, or where a day costs nothing. Throws `park-not-found`, `invalid-request`
 * where a code is needed and missing, `address-not-allowed`, and what `activateFree` throws.
 */
export async function activateAlerts(
  deps: ActivationDeps,
  asked: z.output<typeof newActivation>,
  { caller, client }: { caller: Caller | null; client: string },
): Promise<z.output<typeof activationResult>> {
  demandAllowed(deps.settings.ALLOWED_EMAILS, asked.email)
  if (asked.promoCode === undefined && deps.settings.EMAIL_DAY_CENTS > 0)
    throw new AppError('invalid-request', 'promoCode: needed where a day of alerts has a price')
  const park = await findPark(deps.db, asked.parkId)
  if (!park) throw notFound('park')
  const { status } = await activateFree(deps, { ...asked, channel: 'email' }, { park, caller, client })
  return { status }
}

/**
 * Free alerts: on at once where the request proves its address, by a mailed link otherwise. That an address was confirmed
 * before proves nothing: it may be known to others. Throws `address-left`, and `address-mailed-enough` for an eleventh order of a day by manage
 * link.
 */
export function activateFree(
  deps: ActivationDeps,
  asked: OrderRequest,
  { park, caller, client }: { park: ParkRow; caller: Caller | null; client: string },
): Promise<FreeActivation> {
  return caller?.email === asked.email
    ? activateNow(deps, asked, { park, caller, client })
    : requestActivation(deps, asked, { park, client })
}

/** The same request within ten minutes is the same order: it makes no second pass and redeems no promo code. */
async function activateNow(
  { db, settings, guessLimit, mails, now: clock }: ActivationDeps,
  asked: OrderRequest,
  { park, caller, client }: { park: ParkRow; caller: Caller; client: string },
): Promise<FreeActivation> {
  const guesser = { addressHash: hashAddress(asked.email) }
  const waitSeconds = await guessLimit.check(guesser)
  if (waitSeconds !== null) throw tooManyRequests('promo-guess', waitSeconds)
  return guessLimit.count(guesser, () =>
    db.transaction(async (tx) => {
      await lockAddresses(tx, [guesser.addressHash])
      await refuseLeftAddress(tx, caller, asked)
      // The clock is read under the lock, so that an order placed after an erasure is newer than the deletion.
      const now = clock()
      const wanted = toWantedOrder(asked, park, now)
      const before = await lockSameOrder(tx, wanted)
      const repeated = before && isRepeated(before, now) ? before : null
      // Each order mails the owner; a manage link may have been forwarded.
      if (!repeated && !isAccount(caller))
        await mails.countSent(tx, { email: asked.email, client, isOwners: true }, now)
      const order = repeated ?? (await placeFreeOrder(tx, wanted, { settings, client, now, isProven: true }))
      await fulfilOrder(tx, order.id, { now, settings })
      return { status: 'active', orderId: order.id, isBlind: false }
    }),
  )
}
