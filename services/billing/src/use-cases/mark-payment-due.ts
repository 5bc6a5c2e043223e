import type { Transaction } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import type { PaymentHint } from '../clients/stripe-webhook.ts'
import { ASSIST_DAYS_DUE_CHANNEL, markAssistDayDue } from '../db/assist-days.ts'
import { CHECKOUTS_DUE_CHANNEL, markCheckoutDue } from '../db/checkouts.ts'
import { markPlanDue, PLANS_DUE_CHANNEL } from '../db/plans.ts'

/** Has a payment of any kind read from Stripe at once. */
export async function markPaymentDue(tx: Transaction, hint: PaymentHint, now: Date): Promise<void> {
  if (!('subscriptionId' in hint)) {
    await markCheckoutDue(tx, hint, now)
    await markAssistDayDue(tx, hint, now)
  }
  await markPlanDue(tx, hint, now)
  wakeAfterCommit(tx, CHECKOUTS_DUE_CHANNEL)
  wakeAfterCommit(tx, ASSIST_DAYS_DUE_CHANNEL)
  wakeAfterCommit(tx, PLANS_DUE_CHANNEL)
}
