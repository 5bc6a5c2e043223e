import type { Webhook } from '@walkon/runtime/provider-webhooks'
import { storedEventsOf, type StoredEvents } from '@walkon/runtime/stored-provider-events'
import type { Database } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import type { Log } from '@walkon/service/log'
import type { PaymentHint } from '../clients/stripe-webhook.ts'
import { ASSIST_DAYS_DUE_CHANNEL, markAssistDayDue } from '../db/assist-days.ts'
import { CHECKOUTS_DUE_CHANNEL, markCheckoutDue } from '../db/checkouts.ts'
import { markPlanDue, PLANS_DUE_CHANNEL } from '../db/plans.ts'

export type HintOptions = {
  db: Database
  webhook: Omit<Webhook<PaymentHint, void>, 'apply' | 'mayKeep' | 'onApplied'>
  log: Log
  now: () => Date
}

/** Turns Stripe's events into questions to Stripe. Their order and their number make no difference then. */
export const applyPaymentHints = ({ db, webhook, log, now }: HintOptions): StoredEvents =>
  storedEventsOf({
    db,
    log,
    webhook: {
      ...webhook,
      async apply(tx, hint: PaymentHint) {
        if (!('subscriptionId' in hint)) {
          await markCheckoutDue(tx, hint, now())
          await markAssistDayDue(tx, hint, now())
        }
        await markPlanDue(tx, hint, now())
        wakeAfterCommit(tx, CHECKOUTS_DUE_CHANNEL)
        wakeAfterCommit(tx, ASSIST_DAYS_DUE_CHANNEL)
        wakeAfterCommit(tx, PLANS_DUE_CHANNEL)
      },
    },
  })
