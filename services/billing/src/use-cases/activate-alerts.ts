import type { activationResult, newActivation } from '@walkon/contracts/http/billing'
import type { Caller } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import { notFound, tooManyRequests } from '@walkon/service/errors'
import type { z } from 'zod'
import { lockAddresses, lockSameOrder } from '../db/orders.ts'
import { findPark, type ParkRow } from '../db/parks.ts'
import { isRepeated } from '../domain/order.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { placeFreeOrder, toFreeOrder, type ActivationDeps } from './place-order.ts'
import { requestActivation } from './request-activation.ts'

type Asked = z.output<typeof newActivation>
type Answer = z.output<typeof activationResult>

/**
 * Free e-mail alerts by promo code: on at once where the request proves its address, by a mailed link otherwise. That an
 * address was confirmed before proves nothing: anybody may know it.
 */
export async function activateAlerts(
  deps: ActivationDeps,
  asked: Asked,
  { caller, client }: { caller: Caller | null; client: string },
): Promise<Answer> {
  const park = await findPark(deps.db, asked.parkId)
  if (!park) throw notFound('park')
  return caller?.email === asked.email
    ? activateNow(deps, asked, park)
    : requestActivation(deps, asked, { park, client })
}

/** The same request within ten minutes is the same order: it makes no second pass and redeems nothing. */
async function activateNow(
  { db, settings, guessLimit, now: clock }: ActivationDeps,
  asked: Asked,
  park: ParkRow,
): Promise<Answer> {
  const guesser = { addressHash: hashAddress(asked.email) }
  const waitSeconds = await guessLimit.check(guesser)
  if (waitSeconds !== null) throw tooManyRequests(waitSeconds)
  return guessLimit.count(guesser, () =>
    db.transaction(async (tx) => {
      await lockAddresses(tx, [guesser.addressHash])
      // The clock is read under the lock: an erasure that comes first must not find an order older than itself.
      const now = clock()
      const wanted = toFreeOrder(asked, park, now)
      const before = await lockSameOrder(tx, wanted)
      const order =
        before && isRepeated(before, now) ? before : await placeFreeOrder(tx, wanted, settings, now)
      await fulfilOrder(tx, order.id, { now, passHours: settings.PASS_HOURS })
      return { status: 'active' }
    }),
  )
}
