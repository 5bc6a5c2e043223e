import type { activationResult, newActivation } from '@walkon/contracts/http/billing'
import type { Database, Transaction } from '@walkon/service/database'
import { notFound, tooManyRequests } from '@walkon/service/errors'
import type { z } from 'zod'
import type { Settings } from './config.ts'
import { requestConfirmation } from './confirmation.ts'
import { hashAddress } from '@walkon/service/address-hash'
import { isConfirmed } from './db/confirmations.ts'
import { insertOrder, lockAddresses, lockSameOrder, type OrderRow, type SameOrder } from './db/orders.ts'
import { findPark } from './db/parks.ts'
import { countRedemptions, insertReservation, lockPromoCode } from './db/promo-codes.ts'
import { decideDates, isDateProblem } from './domain/pass-windows.ts'
import { toPrice } from './domain/price.ts'
import { decidePromoCode } from './domain/promo-code.ts'
import { fulfil } from './fulfilment.ts'
import { dateRefused, PromoCodeRefused } from './refusals.ts'

export type ActivationDeps = { db: Database; settings: Settings; now: () => Date }

/** The same request within this time of its fulfilment is a retry, later it is a new order. */
const RETRY_MS = 10 * 60_000

/**
 * Free e-mail alerts by promo code: on at once for an address that was confirmed before, after its link otherwise.
 * Asking again for what waits or was just activated changes nothing and redeems nothing.
 */
export async function activate(
  { db, settings, now: clock }: ActivationDeps,
  asked: z.output<typeof newActivation>,
): Promise<z.output<typeof activationResult>> {
  const park = await findPark(db, asked.parkId)
  if (!park) throw notFound('park')
  const { email, promoCode, startTime = null } = asked
  const addressHash = hashAddress(email)

  return db.transaction(async (tx) => {
    await lockAddresses(tx, [addressHash])
    // Read once the address is ours: an order is older than an erasure only if that will find it.
    const now = clock()
    const dates = decideDates(asked.dates, park.timezone, now)
    if (isDateProblem(dates)) throw dateRefused(dates)

    const wanted: FreeOrder = { email, channel: 'email', parkId: park.id, dates, startTime, promoCode }
    const repeated = await findRepeated(tx, wanted, now)
    if (repeated?.status === 'fulfilled') return { status: 'active' }

    const order = repeated ?? (await placeFreeOrder(tx, wanted, settings, now))
    if (await isConfirmed(tx, addressHash)) {
      await fulfil(tx, order.id, { now, passHours: settings.PASS_HOURS })
      return { status: 'active' }
    }
    const waitSeconds = await requestConfirmation(tx, {
      order,
      park,
      now,
      hours: settings.CONFIRMATION_HOURS,
    })
    // A retry has its mail already; another order would be left without one.
    if (waitSeconds !== null && !repeated) throw tooManyRequests(waitSeconds)
    return { status: 'confirmation-sent' }
  })
}

type FreeOrder = SameOrder & { promoCode: string }

async function findRepeated(tx: Transaction, wanted: FreeOrder, now: Date): Promise<OrderRow | null> {
  const order = await lockSameOrder(tx, wanted)
  if (order?.status === 'awaiting-confirmation') return order
  if (order?.fulfilledAt && now.getTime() - order.fulfilledAt.getTime() < RETRY_MS) return order
  return null
}

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
