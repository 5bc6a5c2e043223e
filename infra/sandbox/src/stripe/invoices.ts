import type { Store } from '../state/store.ts'
import { recordEvent } from './events.ts'
import { getObject, insertObject, newId, toSeconds, updateObject } from './objects.ts'
import type { Invoice, Subscription } from './shapes.ts'

/** The invoice of a subscription's current period, not paid yet. */
export function createInvoice(store: Store, subscription: Subscription, reason: string, now: Date): Invoice {
  const { email } = getObject(store, 'customer', subscription.customer)
  const amount = subscription.items.data.reduce(
    (sum, { price, quantity }) => sum + price.unit_amount * quantity,
    0,
  )
  const invoice: Invoice = {
    id: newId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: toSeconds(now),
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: email,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    status: 'open',
  }
  insertObject(store, invoice)
  return invoice
}

/** One try to collect an open invoice. */
export function chargeInvoice(store: Store, invoice: Invoice, isDeclined: boolean, now: Date): void {
  const tried = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 }
  const charged: Invoice = isDeclined
    ? tried
    : { ...tried, status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 }
  updateObject(store, charged)
  recordEvent(store, isDeclined ? 'invoice.payment_failed' : 'invoice.paid', charged, now)
}
