import { passActivated } from '@walkon/contracts/events/billing'
import type { Transaction } from '@walkon/service/database'
import type { Settings } from '../../config.ts'
import { lockOrder, saveFulfilled, type OrderRow } from '../../db/checkout/orders.ts'
import { getPark, type ParkRow } from '../../db/parks/parks.ts'
import { insertPass, listPassDates } from '../../db/passes/passes.ts'
import { toPassWindows, type PassWindow } from '../../domain/pass-windows.ts'
import type { CodeUseSettings } from '../promo-codes/keep-code-uses.ts'
import { publishPass } from '../passes/publish-pass.ts'
import { redeemPromoCode } from '../promo-codes/redeem-promo-code.ts'
import { takeSpots, type SpotSettings } from '../parks/take-spots.ts'

export type Fulfilment =
  | { state: 'fulfilled'; park: ParkRow; dates: string[] }
  /** Every day of the order is over; nothing was changed. */
  | { state: 'dates-over' }
  /** The order was given up before; nothing was changed. */
  | { state: 'given-up' }

export type FulfilSettings = SpotSettings & CodeUseSettings & Pick<Settings, 'PASS_HOURS'>

/** `isConfirmedByMail`: the buyer has just opened the link of a mail. */
type FulfilOptions = {
  now: Date
  settings: FulfilSettings
  isConfirmedByMail?: boolean
}

/**
 * Makes the pass of an order, once: a second call finds the order fulfilled and returns the same. The caller has checked
 * that the order is paid or its address proven. Throws `PromoCodeRefused`, and `day-sold-out` for a free order.
 */
export async function fulfilOrder(
  tx: Transaction,
  orderId: string,
  { now, settings, isConfirmedByMail = false }: FulfilOptions,
): Promise<Fulfilment> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`No order ${orderId}`)
  const park = await getPark(tx, order.parkId)
  if (order.status === 'fulfilled')
    return { state: 'fulfilled', park, dates: await listPassDates(tx, orderId) }
  if (order.status === 'expired' || order.status === 'cancelled') return { state: 'given-up' }

  const windows = toPassWindows({ ...order, timezone: park.timezone, passHours: settings.PASS_HOURS }, now)
  if (windows.length === 0) return { state: 'dates-over' }

  await redeemPromoCode(tx, settings, order, now)
  if (!holdsSpots(order)) await takeSpots(tx, settings, toWantedSpots(order, windows), now)
  const passId = await insertPass(tx, { orderId, activatedAt: now, windows })
  await saveFulfilled(tx, orderId, now)
  const confirmedByMailAt = isConfirmedByMail ? now : null
  await publishPass(tx, passActivated, { passId, order, park, windows, confirmedByMailAt })
  return { state: 'fulfilled', park, dates: windows.map(({ date }) => date) }
}

/**
 * True if the order needs no free spots. A paid one took them with its payment page, and a payment is not refused; a gift of the support
 * desk is not sold.
 */
const holdsSpots = ({ status, confirmationAskedAt, source }: OrderRow): boolean =>
  status === 'awaiting-payment' || confirmationAskedAt !== null || source === 'support'

const toWantedSpots = ({ parkId }: OrderRow, windows: PassWindow[]) => ({
  parkId,
  dates: windows.map(({ date }) => date),
})
