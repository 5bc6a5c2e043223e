import type { Transaction } from '@walkon/service/database'
import type { CheckoutRow } from '../db/checkouts.ts'
import type { OrderRow } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { findLastEnd } from '../db/passes.ts'
import { toLostCents } from '../domain/owed.ts'
import { toReceiptLetter } from '../domain/receipt-letter.ts'
import { requestLetter } from './request-letter.ts'

type PaidPass = {
  checkout: CheckoutRow
  order: OrderRow
  park: ParkRow
  /** The days that the pass covers. */
  dates: string[]
  /** What the letter is about: the same one is sent once. The payment, unless its receipt is asked for again. */
  about?: string
}

/** Writes the receipt of a paid order that has its pass. Returns what is owed for days that were over before, in cents. */
export async function writeReceipt(
  tx: Transaction,
  { checkout, order, park, dates, about = checkout.id }: PaidPass,
  now: Date,
): Promise<number> {
  const { channel, id: orderId } = order
  const { amountCents } = checkout
  const lostDates = order.dates.filter((date) => !dates.includes(date))
  const lostCents = toLostCents(amountCents, { ordered: order.dates.length, lost: lostDates.length })
  const endsAt = await findLastEnd(tx, orderId)
  if (!endsAt) throw new Error(`No pass of order ${orderId}`)
  const letter = toReceiptLetter({
    park,
    dates,
    endsAt,
    channel,
    amountCents,
    orderId,
    lostDates,
    lostCents,
  })
  await requestLetter(tx, { about, order, letter }, now)
  return lostCents
}
