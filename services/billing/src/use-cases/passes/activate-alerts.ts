import type { activationResult, newActivation } from '@walkon/contracts/http/activations'
import { isAccount, type Caller } from '@walkon/service/access'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import type { z } from 'zod'
import { insertOrder, lockSameOrder } from '../../db/checkout/orders.ts'
import { isRepeated } from '../../domain/order.ts'
import { toUnpaidWay } from '../checkout/decide-way.ts'
import { fulfilOrder } from '../checkout/fulfil-order.ts'
import { lockAddress } from '../accounts/lock-address.ts'
import {
  readOrder,
  toFreeOrder,
  type FreeActivation,
  type OrderDeps,
  type WantedOrder,
} from '../checkout/read-order.ts'
import { requestActivation } from './request-activation.ts'

/**
 * Free email alerts, by a promo code that makes all of them free, or on days that cost nothing. On at once if the request proves its
 * address, else by a mailed link. That an address was confirmed before proves nothing: it may be known to others. Throws `invalid-request`
 * where a code is needed and missing, and what `readOrder`, `activateNow` and `requestActivation` throw.
 */
export async function activateAlerts(
  deps: OrderDeps,
  asked: z.output<typeof newActivation>,
  { caller, client }: { caller: Caller | null; client: string },
): Promise<z.output<typeof activationResult>> {
  if (asked.promoCode === undefined && deps.settings.EMAIL_DAY_CENTS > 0)
    throw new AppError('invalid-request', 'promoCode: needed where a day of alerts has a price')
  const wanted = await readOrder(deps, { ...asked, channel: 'email' }, { caller, client })
  const way = toUnpaidWay(wanted)
  const { status } =
    way.kind === 'free'
      ? await activateNow(deps, { ...wanted, owner: way.owner })
      : await requestActivation(deps, wanted)
  return { status }
}

/**
 * Turns on a free order whose address is proven. The same request within ten minutes is the same order: it makes no second pass and
 * redeems no promo code. Throws `address-left`, `day-sold-out`, `PromoCodeRefused`, `too-many-requests`, and `address-mailed-enough` for an
 * eleventh order of a day by manage link.
 */
export async function activateNow(
  { db, settings, guessLimit, mails, now: clock }: OrderDeps,
  wanted: WantedOrder & { owner: Caller },
): Promise<FreeActivation> {
  const { order: asked, owner, client, addressHash } = wanted
  const waitSeconds = await guessLimit.check({ addressHash })
  if (waitSeconds !== null) throw tooManyRequests('promo-guess', waitSeconds)
  return guessLimit.count({ addressHash }, () =>
    db.transaction(async (tx) => {
      await lockAddress(tx, wanted)
      // The clock is read under the lock, so that an order placed after an erasure is newer than the deletion.
      const now = clock()
      const before = await lockSameOrder(tx, asked)
      const repeated = before && isRepeated(before, now) ? before : null
      // Each order mails the owner; a manage link may have been forwarded.
      if (!repeated && !isAccount(owner))
        await mails.countSent(tx, { email: asked.email, client, isOwners: true }, now)
      const order = repeated ?? (await insertOrder(tx, toFreeOrder(wanted, settings, now)))
      await fulfilOrder(tx, order.id, { now, settings })
      return { status: 'active', orderId: order.id, isBlind: false }
    }),
  )
}
