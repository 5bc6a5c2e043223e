import { z } from 'zod/mini'
import { feedId, instant, parkDate } from '../values.ts'
import { passEnd } from './activations.ts'

/** The orders of an account's address and their payments, under `/api/billing/passes`. */

export const passState = z.enum([
  'awaiting-payment',
  /** The buyer has paid, and the bank has not made the payment yet. */
  'payment-processing',
  /** A free order whose address is not confirmed yet. */
  'awaiting-confirmation',
  'upcoming',
  'active',
  /** Each day has ended. */
  'over',
  /** Ended before its days: the payment was refunded or disputed. */
  'revoked',
  /** No pass was made: the days were over when the payment came, and it is paid back. */
  'returned',
])
export type PassState = z.output<typeof passState>

/** Amounts in integer cents. */
export const passView = z.object({
  /** The order number, as receipts name it. */
  orderId: z.uuid(),
  state: passState,
  channel: z.enum(['email', 'sms']),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
  /** Present once the order has a pass. */
  passEnd: z.optional(passEnd),
  currency: z.literal('usd'),
  dayPriceCents: z.int(),
  discountCents: z.int(),
  totalCents: z.int(),
  promoCode: z.nullable(z.string()),
  /** The amount paid, and its refunded part. A second payment is in both. */
  paidCents: z.int(),
  refundedCents: z.int(),
  /** Present where a bank has sent a refund back to us: what we still have to pay in another way. */
  failedRefundCents: z.optional(z.int()),
  /** Present where the order was paid more than once. That bought nothing, and `owedCents` of it are still to be paid back. */
  secondPayment: z.optional(z.object({ paidCents: z.int(), refundedCents: z.int(), owedCents: z.int() })),
  orderedAt: instant,
  /** Null where nothing was paid. */
  paidAt: z.nullable(instant),
})
export type PassView = z.output<typeof passView>
