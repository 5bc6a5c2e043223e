import type Stripe from 'stripe'
import { z } from 'zod'
import type { RefundCall } from '../domain/debt.ts'
import type { Refund } from '../domain/refund.ts'
import { connectStripe, type StripeOptions } from './stripe-connection.ts'
import { readDispute } from './stripe-disputes.ts'
import { listRefunds, makeRefund, type RefundRefusal } from './stripe-refunds.ts'

/** A purchase, at a price that billing computed. */
export type NewSession = {
  /** The same for each try of one checkout: a repeated call makes no second session. */
  idempotencyKey: string
  orderId: string
  email: string
  item: { name: string; description: string | null; quantity: number; unitCents: number }
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** A session as Stripe has it now. */
export type SessionState = {
  orderId: string | null
  amountCents: number
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** The bank refused a payment that was in process. */
  hasFailed: boolean
  paymentIntent: string | null
  refundedCents: number
  /** A dispute is open or lost. */
  disputed: boolean
  /** The bank asks about the payment, and has taken nothing. */
  inquired: boolean
  refunds: Refund[]
}

export type StripeClient = {
  /** Throws the errors of the SDK. After one, a session may exist, but its address is unknown, so that it cannot be paid. */
  createSession(session: NewSession): Promise<{ sessionId: string; url: string }>
  readSession(sessionId: string): Promise<SessionState>
  /** The session can be paid no more. Throws the errors of the SDK, also where it was paid or expired before. */
  expireSession(sessionId: string): Promise<void>
  /** Pays back. Returns a refusal that is final. Throws the other errors of the SDK; after one, the refund may exist. */
  refund(call: RefundCall): Promise<RefundRefusal | null>
}

/** Stripe's API, as far as day passes need it. */
export function createStripe(options: StripeOptions): StripeClient {
  const stripe = connectStripe(options, { maxNetworkRetries: 1 })
  return {
    async createSession(asked) {
      const { id, url } = await stripe.checkout.sessions.create(toParameters(asked), {
        idempotencyKey: asked.idempotencyKey,
      })
      if (!url) throw new Error('Stripe made a session without an address')
      return { sessionId: id, url }
    },

    async expireSession(sessionId) {
      await stripe.checkout.sessions.expire(sessionId)
    },

    refund: (call) => makeRefund(stripe, call),

    async readSession(sessionId) {
      const session = await stripe.checkout.sessions.retrieve(sessionId)
      const intentId = typeof session.payment_intent === 'string' ? session.payment_intent : null
      const intent = intentId
        ? await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
        : null
      const charge = chargeShape.parse(intent?.latest_charge ?? null)
      const dispute = charge && intentId ? await readDispute(stripe, intentId, charge) : 'none'
      return {
        orderId: session.metadata?.['order_id'] ?? null,
        amountCents: session.amount_total ?? 0,
        status: statusShape.parse(session.status),
        isPaid: session.payment_status === 'paid',
        hasFailed:
          session.status === 'complete' &&
          session.payment_status === 'unpaid' &&
          (intent?.status === 'requires_payment_method' || intent?.status === 'canceled'),
        paymentIntent: intentId,
        refundedCents: charge?.amount_refunded ?? 0,
        disputed: dispute === 'taken',
        inquired: dispute === 'inquired',
        refunds: charge && intentId ? await listRefunds(stripe, intentId) : [],
      }
    },
  }
}

const statusShape = z.enum(['open', 'complete', 'expired'])
const chargeShape = z.object({ amount_refunded: z.int(), disputed: z.boolean() }).nullable()

const toParameters = ({ item, ...asked }: NewSession): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    {
      quantity: item.quantity,
      price_data: {
        currency: 'usd',
        unit_amount: item.unitCents,
        product_data: {
          name: item.name,
          ...(item.description !== null && { description: item.description }),
        },
      },
    },
  ],
  customer_email: asked.email,
  client_reference_id: asked.orderId,
  metadata: { order_id: asked.orderId },
  payment_intent_data: { metadata: { order_id: asked.orderId } },
  expires_at: Math.floor(asked.expiresAt.getTime() / 1_000),
  success_url: asked.successUrl,
  cancel_url: asked.cancelUrl,
})
