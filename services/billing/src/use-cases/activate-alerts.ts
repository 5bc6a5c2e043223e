import { MAX_DAYS_AHEAD, type activationResult, type newActivation } from '@walkon/contracts/http/billing'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError, notFound, tooManyRequests } from '@walkon/service/errors'
import type { z } from 'zod'
import type { Settings } from '../config.ts'
import { isConfirmed } from '../db/confirmations.ts'
import { insertOrder, lockAddresses, lockSameOrder, type OrderRow, type SameOrder } from '../db/orders.ts'
import { findPark } from '../db/parks.ts'
import { countRedemptions, insertReservation, lockPromoCode } from '../db/promo-codes.ts'
import { isRepeated } from '../domain/order.ts'
import { decideDates, isDateProblem, type DateProblem } from '../domain/pass-windows.ts'
import { toPrice } from '../domain/price.ts'
import { decidePromoCode } from '../domain/promo-code.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { PromoCodeRefused } from './refuse-promo-code.ts'
import { requestConfirmation } from './request-confirmation.ts'

export type ActivationDeps = { db: Database; settings: Settings; now: () => Date }

/**
 * Free e-mail alerts by promo code: on at once for an address that was confirmed before, after its link otherwise.
 * A request for an order that still waits, or was just fulfilled, changes nothing and redeems nothing.
 */
export async function activateAlerts(
  { db, settings, now: clock }: ActivationDeps,
  asked: z.output<typeof newActivation>,
): Promise<z.output<typeof activationResult>> {
  const park = await findPark(db, asked.parkId)
  if (!park) throw notFound('park')
  const { email, promoCode, startTime = null } = asked
  const addressHash = hashAddress(email)

  return db.transaction(async (tx) => {
    await lockAddresses(tx, [addressHash])
    // The clock is read under the lock: an erasure that comes first must not find an order older than itself.
    const now = clock()
    const dates = decideDates(asked.dates, park.timezone, now)
    if (isDateProblem(dates)) throw dateRefused(dates)

    const wanted: FreeOrder = { email, channel: 'email', parkId: park.id, dates, startTime, promoCode }
    const before = await lockSameOrder(tx, wanted)
    const repeated = before && isRepeated(before, now) ? before : null
    if (repeated?.status === 'fulfilled') return { status: 'active' }

    const order = repeated ?? (await placeFreeOrder(tx, wanted, settings, now))
    if (await isConfirmed(tx, addressHash)) {
      await fulfilOrder(tx, order.id, { now, passHours: settings.PASS_HOURS })
      return { status: 'active' }
    }
    const waitSeconds = await requestConfirmation(tx, {
      order,
      park,
      now,
      hours: settings.CONFIRMATION_HOURS,
    })
    // A repeated order has its mail already; a new one would be left without.
    if (waitSeconds !== null && !repeated) throw tooManyRequests(waitSeconds)
    return { status: 'confirmation-sent' }
  })
}

type FreeOrder = SameOrder & { promoCode: string }

async function placeFreeOrder(
  tx: Transaction,
  wanted: FreeOrder,
  settings: Settings,
  now: Date,
): Promise<OrderRow> {
  const { email, channel, promoCode } = wanted
  const code = await lockPromoCode(tx, promoCode)
  const byEmail = await countRedemptions(tx, promoCode, email)
  const problem = decidePromoCode(code, { channel, byEmail, now })
  if (problem) throw new PromoCodeRefused(problem)

  const order = await insertOrder(tx, {
    ...wanted,
    ...toPrice({ days: wanted.dates.length, dayPriceCents: settings.EMAIL_DAY_CENTS, isFree: true }),
    status: 'awaiting-confirmation',
    createdAt: now,
    expiresAt: new Date(now.getTime() + settings.CONFIRMATION_HOURS * 3_600_000),
  })
  await insertReservation(tx, { code: promoCode, email, orderId: order.id })
  return order
}

function dateRefused({ problem, date }: DateProblem): AppError {
  const message =
    problem === 'date-in-past' ? 'is over at the park' : `is more than ${MAX_DAYS_AHEAD} days ahead`
  return new AppError(problem, `${date} ${message}`)
}
