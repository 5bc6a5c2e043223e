import type { Log } from '@walkon/service/log'
import { beginTrace } from '@walkon/service/trace-context'
import type { RefundRefusal } from '../../clients/stripe-refunds.ts'
import type { RefundCall } from '../../domain/debt.ts'

export type PayBackDeps = {
  stripe: { refund: (call: RefundCall) => Promise<RefundRefusal | null> }
  log: Log
}

/**
 * Makes a refund that a debt needs. Its key and Stripe's list of refunds make a repeated call harmless; the payment is read next. Returns a
 * refusal that is final: it needs a person. Throws the other errors of the SDK.
 */
export async function payBack({ stripe, log }: PayBackDeps, call: RefundCall): Promise<RefundRefusal | null> {
  // The letter follows in a later turn, once Stripe shows the refund.
  beginTrace()
  const refusal = await stripe.refund(call)
  if (refusal) {
    const { subject } = call
    log.error({ subject, reason: refusal.code, problem: 'a refund was refused' }, 'a payment needs a person')
  }
  return refusal
}
