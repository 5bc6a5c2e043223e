import Stripe from 'stripe'
import { z } from 'zod'
import type { RefundCall } from '../domain/debt.ts'
import { SUBJECT_KINDS, type Refund, type RefundSubject } from '../domain/refund.ts'

/** Stripe's refunds: their wire, and which answers are final. */

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
      subject: toSubject(metadata ?? {}),
    }
  })
}

/** Our metadata names the kind: `pass_id`, `checkout_id`, `plan_id`. */
function toSubject(metadata: Record<string, string>): RefundSubject | null {
  const [subject] = SUBJECT_KINDS.flatMap((kind) => {
    const id = metadata[`${kind}_id`]
    return id === undefined ? [] : [{ kind, id }]
  })
  return subject ?? null
}

/** Stripe's answer to a refund that it makes under no circumstances. */
export type RefundRefusal = { code: string }

/** Makes a refund. Returns Stripe's refusal; null once made. Throws any other error of the SDK; after one, the refund may exist. */
export async function makeRefund(
  stripe: Stripe,
  { paymentIntent, amountCents, subject, idempotencyKey }: RefundCall,
): Promise<RefundRefusal | null> {
  try {
    await stripe.refunds.create(
      {
        payment_intent: paymentIntent,
        amount: amountCents,
        metadata: { [`${subject.kind}_id`]: subject.id },
      },
      { idempotencyKey },
    )
    return null
  } catch (error) {
    if (isFinal(error)) return { code: error.code ?? 'invalid-request' }
    throw error
  }
}

/** Refusals that may be another tomorrow: another refund or a dispute came first, or our balance is too low. */
const PASSING = new Set([
  'charge_already_refunded',
  'charge_disputed',
  'refund_disputed_payment',
  'balance_insufficient',
])

const isFinal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  !PASSING.has(error.code ?? '') &&
  error.param !== 'amount'
