import { passActivated } from '@walkon/contracts/events/billing'
import type { Transaction } from '@walkon/service/database'
import { lockOrder, saveFulfilled } from '../db/orders.ts'
import { getPark, type ParkRow } from '../db/parks.ts'
import { insertPass, listPassDates } from '../db/passes.ts'
import { toPassWindows } from '../domain/pass-windows.ts'
import { publishPass } from './publish-pass.ts'
import { redeemPromoCode } from './redeem-promo-code.ts'

export type Fulfilment =
  | { state: 'fulfilled'; park: ParkRow; dates: string[] }
  /** Every day of the order is over; nothing was changed. */
  | { state: 'dates-over' }
  /** The order was given up before; nothing was changed. */
  | { state: 'given-up' }

/** `isConfirmedByMail`: the buyer has just opened the link of a mail. */
type FulfilOptions = { now: Date; passHours: number; isConfirmedByMail?: boolean }

/**
 * Makes the pass of an order, once: a second call finds the order fulfilled and returns the same. The caller has checked
 * that the order is paid or its address proven. Throws `PromoCodeRefused`.
 */
export async function fulfilOrder(
  tx: Transaction,
  orderId: string,
  { now, passHours, isConfirmedByMail = false }: FulfilOptions,
): Promise<Fulfilment> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`No order ${orderId}`)
  const park = await getPark(tx, order.parkId)
  if (order.status === 'fulfilled')
    return { state: 'fulfilled', park, dates: await listPassDates(tx, orderId) }
  if (order.status === 'expired' || order.status === 'cancelled') return { state: 'given-up' }

  const windows = toPassWindows({ ...order, timezone: park.timezone, passHours }, now)
  if (windows.length === 0) return { state: 'dates-over' }

  await redeemPromoCode(tx, order, now)
  const passId = await insertPass(tx, { orderId, activatedAt: now, windows })
  await saveFulfilled(tx, orderId, now)
  const confirmedByMailAt = isConfirmedByMail ? now : null
  await publishPass(tx, passActivated, { passId, order, park, windows, confirmedByMailAt })
  return { state: 'fulfilled', park, dates: windows.map(({ date }) => date) }
}
