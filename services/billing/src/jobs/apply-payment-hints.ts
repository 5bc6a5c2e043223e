import type { Webhook } from '@walkon/runtime/provider-webhooks'
import { storedEventsOf, type StoredEvents } from '@walkon/runtime/stored-provider-events'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { PaymentHint } from '../clients/stripe-webhook.ts'
import { markPaymentDue } from '../use-cases/payments/mark-payment-due.ts'

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
    webhook: { ...webhook, apply: (tx, hint: PaymentHint) => markPaymentDue(tx, hint, now()) },
  })
