import type { Store } from '../state/store.ts'
import { charge, insertIntent } from './charges.ts'
import { recordEvent } from './events.ts'
import { getObject, insertObject, listObjects, newId, toSeconds, updateObject } from './objects.ts'
import type { Invoice, InvoicePayment, StripeObject, Subscription } from './shapes.ts'

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
  if (!isDeclined && invoice.amount_due > 0) payInvoice(store, invoice, now)
  recordEvent(store, isDeclined ? 'invoice.payment_failed' : 'invoice.paid', charged, now)
}

/** Each invoice is paid by a payment of its own. */
function payInvoice(store: Store, invoice: Invoice, now: Date): void {
  const { id, amount_due: amount, currency, customer } = invoice
  const { email } = getObject(store, 'customer', customer)
  const intent = insertIntent(store, { amount, currency, email, metadata: {} }, now)
  charge(store, intent, now)
  const payment: InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: amount,
    amount_requested: amount,
    created: toSeconds(now),
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: toSeconds(now) },
  }
  insertObject(store, payment)
}

/** With its payment, as `expand` asks for. */
export const withPayments = (store: Store, invoice: Invoice): StripeObject => ({
  ...invoice,
  payments: { object: 'list', data: listPaymentsOf(store, invoice.id), has_more: false },
})

const listPaymentsOf = (store: Store, invoiceId: string): InvoicePayment[] =>
  listObjects(store, 'invoice_payment').filter(({ invoice }) => invoice === invoiceId)

/** The payment of a subscription's newest paid month; null where none was paid. */
export function findNewestPayment(store: Store, subscriptionId: string): string | null {
  const paid = listObjects(store, 'invoice').find(
    ({ parent, status }) => parent.subscription_details.subscription === subscriptionId && status === 'paid',
  )
  const [payment] = paid ? listPaymentsOf(store, paid.id) : []
  return payment?.payment.payment_intent ?? null
}
