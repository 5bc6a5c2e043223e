import type { Transaction } from '@walkon/service/database'
import type { PaymentHint } from '../../clients/stripe-webhook.ts'
import { markDue, wakeSettling } from '../../db/payments/due.ts'
import { markPlanDue } from '../../db/plans/plans.ts'

/** Has a payment of any kind read from Stripe at once. */
export async function markPaymentDue(tx: Transaction, hint: PaymentHint, now: Date): Promise<void> {
  if (!('subscriptionId' in hint)) {
    await markDue(tx, 'checkouts', hint, now)
    await markDue(tx, 'assist_days', hint, now)
  }
  await markPlanDue(tx, hint, now)
  wakeSettling(tx, 'plans')
}
