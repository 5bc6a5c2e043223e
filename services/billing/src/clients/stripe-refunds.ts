import type { Answer } from '@walkon/runtime/provider-answers'
import Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentMoney, Refund } from '../domain/refund.ts'
import { readDispute } from './stripe-disputes.ts'
import { connectStripe, type StripeOptions } from './stripe-connection.ts'

/** Stripe's refunds: their wire, and what each answer means to a call that must take effect once. */

export type NewRefund = {
  paymentIntent: string
  amountCents: number
  passId: string
  idempotencyKey: string
}

export type StripeRefunds = {
  /** Throws the errors of the SDK. */
  readPayment(paymentIntent: string): Promise<PaymentMoney>
  /** Never rejects: what went wrong is an answer too. */
  refund(asked: NewRefund): Promise<Answer>
}

/** Without retries of the SDK, so that a call ends before its lease. The SDK sends once more on a connection that was closed. */
export function createStripeRefunds(options: StripeOptions): StripeRefunds {
  const stripe = connectStripe(options, { maxNetworkRetries: 0 })
  return {
    async readPayment(paymentIntent) {
      const [intent, refunds] = await Promise.all([
        stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] }),
        listRefunds(stripe, paymentIntent),
      ])
      const charge = chargeShape.parse(intent.latest_charge)
      const disputed = (await readDispute(stripe, paymentIntent, charge)) === 'taken'
      return { receivedCents: charge.amount, disputed, refunds }
    },

    async refund({ paymentIntent, amountCents, passId, idempotencyKey }) {
      try {
        const { id } = await stripe.refunds.create(
          { payment_intent: paymentIntent, amount: amountCents, metadata: { pass_id: passId } },
          { idempotencyKey },
        )
        return id ? { kind: 'accepted', providerId: id } : { kind: 'unclear', reason: 'malformed-answer' }
      } catch (error) {
        return toAnswer(error)
      }
    },
  }
}

const chargeShape = z.object({ amount: z.int(), disputed: z.boolean() })

const refundShape = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  failure_reason: z.string().optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

const PAGE = 100

/** All refunds of a payment, the newest first. */
export async function listRefunds(stripe: Stripe, paymentIntent: string): Promise<Refund[]> {
  const refunds = await stripe.refunds
    .list({ payment_intent: paymentIntent, limit: PAGE })
    .autoPagingToArray({ limit: 10 * PAGE })
  return refunds.map((refund) => {
    const { id, amount, status, failure_reason: failureReason, metadata } = refundShape.parse(refund)
    return {
      id,
      amountCents: amount,
      status,
      failureReason: failureReason ?? null,
      passId: metadata?.['pass_id'] ?? null,
      checkoutId: metadata?.['checkout_id'] ?? null,
    }
  })
}

/** Refusals that another refund or a dispute caused meanwhile. The payment is read again before the next try. */
const OVERTAKEN = new Set(['charge_already_refunded', 'charge_disputed', 'refund_disputed_payment'])

/** Maps an error of the SDK to an answer. An error that may have come after the refund was made is unclear. */
export function toAnswer(error: unknown): Answer {
  const { errors } = Stripe
  if (error instanceof errors.StripeRateLimitError) return { kind: 'retry', reason: 'throttled' }
  if (
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    (error instanceof errors.StripeError && error.code === 'balance_insufficient')
  )
    return { kind: 'misconfigured', reason: error.code ?? 'key-refused' }
  if (error instanceof errors.StripeInvalidRequestError) {
    const isOvertaken = OVERTAKEN.has(error.code ?? '') || error.param === 'amount'
    return isOvertaken
      ? { kind: 'retry', reason: 'payment-changed' }
      : { kind: 'refused', reason: error.code ?? 'invalid-request' }
  }
  return { kind: 'unclear', reason: error instanceof errors.StripeError ? toReason(error) : 'call-failed' }
}

const toReason = ({ type, statusCode }: Stripe.errors.StripeError): string =>
  statusCode === undefined ? `no-answer-${type}` : `http-${statusCode}`
