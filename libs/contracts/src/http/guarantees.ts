import { z } from 'zod/mini'
import { instant } from '../values.ts'

/** `kept`: enough rides were delivered. `refund`: they were not. `void`: the pass was taken back before a decision. */
export const guaranteeDecision = z.enum(['kept', 'refund', 'void'])
export type GuaranteeDecision = z.output<typeof guaranteeDecision>

export const guaranteeReason = z.enum([
  'three-rides',
  'fewer-than-three-rides',
  'pass-refunded',
  'pass-disputed',
  'pass-erased',
])
export type GuaranteeReason = z.output<typeof guaranteeReason>

/**
 * `made`: the payment provider has it, or a refund by hand came first. `failed`: the bank returned it or the provider refuses it, and a person
 * must pay. `settled-by-hand`: a person has.
 */
export const refundState = z.enum(['due', 'made', 'failed', 'settled-by-hand'])

/** `GET /api/billing/guarantees/:passId`. Why an ended, paid pass was refunded or not, without anything personal. */
export const guaranteeView = z.object({
  passId: z.guid(),
  endedAt: instant,
  paidCents: z.int(),
  /** Different rides that the pass was alerted of. */
  ridesAlerted: z.int(),
  /** Different rides of which an alert counts as delivered. */
  ridesCounted: z.int(),
  /** Different rides that may still count; at the decision, those that were given up. */
  ridesOpen: z.int(),
  /** The receipts of deliveries are waited for until then at most. */
  settleUntil: instant,
  /** Null while receipts are waited for. */
  decidedAt: z.nullable(instant),
  decision: z.nullable(guaranteeDecision),
  reason: z.nullable(guaranteeReason),
  /** Null without a refund. */
  refund: z.nullable(
    z.object({
      state: refundState,
      /** The payment provider's id. */
      refundId: z.nullable(z.string()),
      amountCents: z.nullable(z.int()),
      /** Why it failed: a stable code. */
      reason: z.nullable(z.string()),
      /** When the visitor was told. */
      announcedAt: z.nullable(instant),
    }),
  ),
})
export type GuaranteeView = z.output<typeof guaranteeView>
