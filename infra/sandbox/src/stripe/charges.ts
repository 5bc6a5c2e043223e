import type { Store } from '../state/store.ts'
import { recordEvent } from './events.ts'
import { insertObject, newId, toSeconds, updateObject } from './objects.ts'
import type { Charge, PaymentIntent } from './shapes.ts'

type NewIntent = {
  amount: number
  currency: string
  email: string | null
  metadata: Record<string, string>
  description?: string | undefined
}

/** A payment that has not been made yet. */
export function insertIntent(store: Store, asked: NewIntent, now: Date): PaymentIntent {
  const intent: PaymentIntent = {
    id: newId('pi'),
    object: 'payment_intent',
    amount: asked.amount,
    created: toSeconds(now),
    currency: asked.currency,
    description: asked.description ?? null,
    latest_charge: null,
    livemode: false,
    metadata: asked.metadata,
    receipt_email: asked.email,
    status: 'requires_payment_method',
  }
  insertObject(store, intent)
  return intent
}

/** The payment is made. */
export function charge(store: Store, intent: PaymentIntent, now: Date): void {
  const made: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    created: toSeconds(now),
    currency: intent['currency'],
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: false,
    status: 'succeeded',
  }
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    latest_charge: made.id,
    amount_received: intent.amount,
  }
  insertObject(store, made)
  updateObject(store, paid)
  recordEvent(store, 'payment_intent.succeeded', paid, now)
  recordEvent(store, 'charge.succeeded', made, now)
}
