import type { Transaction } from '@walkon/service/database'
import type { CheckoutRow } from '../../db/checkout/checkouts.ts'
import type { OrderRow } from '../../db/checkout/orders.ts'
import type { ParkRow } from '../../db/parks/parks.ts'
import { findPassSpan } from '../../db/passes/passes.ts'
import { toLostCents } from '../../domain/owed.ts'
import { toReceiptLetter } from '../../domain/receipt-letter.ts'
import { requestLetter } from './request-letter.ts'

type PaidPass = {
  checkout: CheckoutRow
  order: OrderRow
  park: ParkRow
  /** The days that the pass covers. */
  dates: string[]
  /** The request by which the receipt is asked for again: each is answered once, as a payment is. */
  copyFor?: string
}

/**
 * Mails the buyer of a paid order with a pass: the alerts are on, with the receipt. alert-evaluator writes of free passes alone. Returns
 * the cents owed for days that were over before.
 */
export async function writeReceipt(
  tx: Transaction,
  { checkout, order, park, dates, copyFor }: PaidPass,
  now: Date,
): Promise<number> {
  const { channel, id: orderId } = order
  const { amountCents } = checkout
  const lostDates = order.dates.filter((date) => !dates.includes(date))
  const lostCents = toLostCents(amountCents, { ordered: order.dates.length, lost: lostDates.length })
  const span = await findPassSpan(tx, orderId)
  if (!span) throw new Error(`No pass of order ${orderId}`)
  const { id: parkId, name: parkName, timezone } = park
  const alerts = { channel, parkId, parkName, timezone, dates, ...span }
  const isCopy = copyFor !== undefined
  const letter = toReceiptLetter({ alerts, amountCents, orderId, lostDates, lostCents, isCopy }, now)
  await requestLetter(tx, { about: copyFor ?? checkout.id, order, letter }, now)
  return lostCents
}
