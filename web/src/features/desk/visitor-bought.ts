import { _default, array, boolean, nullable, number, object, string } from 'zod/mini'
import { list } from './shape-list.ts'

/** Billing's data of a visitor, as the desk shows them. */

const text = string()
const maybe = nullable(string())

const order = object({
  id: text,
  source: _default(text, 'visitor'),
  channel: text,
  phone: maybe,
  parkName: maybe,
  dates: array(text),
  totalCents: number(),
  promoCode: maybe,
  status: text,
  createdAt: text,
  fulfilledAt: maybe,
})
const pass = object({ id: text, orderId: text, activatedAt: text, revokedAt: maybe })
const payment = object({
  id: text,
  orderId: text,
  status: text,
  amountCents: number(),
  refundedCents: number(),
  disputed: boolean(),
  owedCents: nullable(number()),
  owedState: maybe,
  version: number(),
  /** The cents that the desk may pay back, and of them those that the member who reads may. */
  leftCents: _default(number(), 0),
  memberCents: _default(number(), 0),
  createdAt: text,
  paidAt: maybe,
})
const redemption = object({ code: text, redeemedAt: text })
const plan = object({ id: text, state: text, createdAt: text, coveredUntil: _default(maybe, null) })
const assistDay = object({ id: text, state: text, date: _default(maybe, null), dayCents: number() })
const guarantee = object({
  passId: text,
  decision: maybe,
  reason: maybe,
  refundState: maybe,
  ridesCounted: _default(number(), 0),
  refundCents: nullable(number()),
  endedAt: _default(maybe, null),
  decidedAt: maybe,
  refundAnnouncedAt: _default(maybe, null),
})

export const bought = {
  orders: list(order),
  passes: list(pass),
  payments: list(payment),
  ordersSeen: list(object({ version: number() })),
  /** The cents that the member who reads may pay back today, of all payments; null without a limit. */
  refundsLeft: list(object({ dayCents: nullable(number()) })),
  /** The days that the member who reads may give the visitor now; null without a limit. */
  giftsLeft: list(object({ days: nullable(number()) })),
  plans: list(plan),
  assistDays: list(assistDay),
  guarantees: list(guarantee),
  promoRedemptions: list(redemption),
}
