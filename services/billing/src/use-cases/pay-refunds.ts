import type { Answer } from '@walkon/runtime/provider-answers'
import type { AnsweredCall } from '@walkon/runtime/provider-calls'
import type { Finding, LookUp } from '@walkon/runtime/provider-lookups'
import type { Database } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { toAnswer, type StripeRefunds } from '../clients/stripe-refunds.ts'
import { CHECKOUTS_DUE_CHANNEL } from '../db/checkouts.ts'
import {
  markPaymentsDue,
  recordLookUps as recordAll,
  recordSteps,
  REFUNDS_CHANNEL,
  type RecordedStep,
  type RefundCall,
} from '../db/refund-calls.ts'
import { isGuaranteeOf, planRefund } from '../domain/refund.ts'

/** Stripe's answer about a refund. `isNeedless`: none is due any more. */
export type RefundAnswer = Answer & { isNeedless?: boolean }

type Asked = Pick<RefundCall, 'id' | 'paymentIntent' | 'paidCents'>

/**
 * Pays a guarantee, after a look at what the payment has become: a refund by hand, a dispute or an earlier try of this call. The key is the
 * same in every try; another amount needs a key of its own, because Stripe refuses a known key with other parameters.
 */
export async function payRefund(
  stripe: StripeRefunds,
  { id: passId, paymentIntent, paidCents }: Asked,
): Promise<RefundAnswer> {
  const payment = await stripe.readPayment(paymentIntent).catch((error: unknown) => toUnread(error))
  if ('kind' in payment) return payment
  const plan = planRefund({ passId, paidCents }, payment)
  if (plan.kind === 'made') return { kind: 'accepted', providerId: plan.refund.id }
  if (plan.kind === 'needless') return { kind: 'refused', reason: plan.reason, isNeedless: true }
  const { amountCents } = plan
  const key = `refund:${passId}:guarantee`
  return stripe.refund({
    paymentIntent,
    amountCents,
    passId,
    idempotencyKey: amountCents === paidCents ? key : `${key}:${amountCents}`,
  })
}

/** A payment that was not read was not changed either. */
function toUnread(error: unknown): Answer {
  const answer = toAnswer(error)
  return answer.kind === 'unclear' ? { kind: 'retry', reason: `payment-not-read-${answer.reason}` } : answer
}

/** Looks up the refund of a pass at Stripe. Throws the errors of the SDK. */
export async function findRefund(stripe: StripeRefunds, { id, paymentIntent }: Asked): Promise<Finding> {
  const { refunds } = await stripe.readPayment(paymentIntent)
  const made = refunds.find(isGuaranteeOf(id))
  return made ? { kind: 'found', providerId: made.id } : { kind: 'absent', shownUntil: null }
}

/** Records Stripe's answers. The payment's state is then read from Stripe, as after a webhook. */
export async function recordRefundAnswers(
  db: Database,
  owner: string,
  answered: AnsweredCall<RefundCall, RefundAnswer>[],
  now: Date,
): Promise<void> {
  const steps = answered.map(({ call, answer, step }): RecordedStep => {
    const isNeedless = answer.kind === 'refused' && 'isNeedless' in answer && answer.isNeedless
    return { id: call.id, step: isNeedless ? { state: 'dropped', reason: answer.reason } : step }
  })
  await db.transaction(async (tx) => {
    const settled = steps.filter(({ step }) => step.state !== 'queued' && step.state !== 'unknown')
    // Locks the payment before its guarantee, as every transaction does.
    await markPaymentsDue(
      tx,
      settled.map(({ id }) => id),
      now,
    )
    await recordSteps(tx, owner, steps)
    if (settled.length > 0) wakeAfterCommit(tx, CHECKOUTS_DUE_CHANNEL)
  })
}

/** Records what look-ups found. A refund that Stripe does not have is made again. */
export async function recordRefundLookUps(
  db: Database,
  owner: string,
  lookUps: LookUp[],
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = lookUps.filter(({ step }) => step.state === 'accepted')
    await markPaymentsDue(
      tx,
      found.map(({ id }) => id),
      now,
    )
    await recordAll(tx, owner, lookUps)
    if (found.length > 0) wakeAfterCommit(tx, CHECKOUTS_DUE_CHANNEL)
    if (lookUps.some(({ step }) => step.state === 'queued')) wakeAfterCommit(tx, REFUNDS_CHANNEL)
  })
}
