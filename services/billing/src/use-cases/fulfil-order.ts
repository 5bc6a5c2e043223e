import { passActivated } from '@walkon/contracts/events/billing'
import type { Recipient } from '@walkon/contracts/values'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { lockOrder, saveFulfilled, type OrderRow } from '../db/orders.ts'
import { getPark, type ParkRow } from '../db/parks.ts'
import { insertPass, listPassDates } from '../db/passes.ts'
import { toPassWindows, type PassWindow } from '../domain/pass-windows.ts'
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
  await publishPass(tx, { passId, order, park, windows, confirmedByMailAt: isConfirmedByMail ? now : null })
  return { state: 'fulfilled', park, dates: windows.map(({ date }) => date) }
}

type NewPass = {
  passId: string
  order: OrderRow
  park: ParkRow
  windows: PassWindow[]
  confirmedByMailAt: Date | null
}

/** Publishes the pass. alert-evaluator then turns the alerts on and requests the mail that says so. */
async function publishPass(
  tx: Transaction,
  { passId, order, park, windows, confirmedByMailAt }: NewPass,
): Promise<void> {
  const data = {
    passId,
    email: order.email,
    ...toRecipient(order),
    parkId: park.id,
    parkName: park.name,
    windows: windows.map(({ date, startsAt, endsAt }) => ({
      date,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    paid: order.totalCents > 0,
    ...(confirmedByMailAt && { confirmedByMailAt: confirmedByMailAt.toISOString() }),
  }
  await emit(tx, passActivated, [{ data }])
}

type Addressed = { recipient: Recipient; consent?: { version: string; givenAt: string } }

/** Text messages go to the number, with what its buyer agreed to; notifier asks the number's owner before it texts. */
function toRecipient({ email, phone, consentVersion, createdAt }: OrderRow): Addressed {
  if (phone === null || consentVersion === null) return { recipient: { channel: 'email', address: email } }
  return {
    recipient: { channel: 'sms', address: phone },
    consent: { version: consentVersion, givenAt: createdAt.toISOString() },
  }
}
