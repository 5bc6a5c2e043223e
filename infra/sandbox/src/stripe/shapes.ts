export type StripeObject = { id: string; object: string; created: number; [field: string]: unknown }

/** The fields that the sandbox reads of its objects, by Stripe's name of their type. */
export type Kinds = {
  'checkout.session': Session
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  event: Event
  customer: Customer
  subscription: Subscription
  invoice: Invoice
  invoice_payment: InvoicePayment
  'billing_portal.session': PortalSession
}

export type LineItem = {
  quantity: number
  price_data: {
    currency: 'usd'
    unit_amount: number
    product_data: { name: string; description?: string | undefined }
    recurring?: { interval: 'month' } | undefined
  }
}

export type Session = StripeObject & {
  object: 'checkout.session'
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  amount_total: number
  currency: string
  customer_email: string | null
  customer_details: { email: string | null } | null
  expires_at: number
  payment_intent: string | null
  customer: string | null
  subscription: string | null
  success_url: string
  cancel_url: string | null
  url: string | null
  metadata: Record<string, string>
  /** Only the sandbox knows these; no answer shows them. */
  sandbox: {
    items: LineItem[]
    payment: { metadata: Record<string, string>; description?: string | undefined }
    subscription: { metadata: Record<string, string> }
  }
}

export type PaymentIntent = StripeObject & {
  object: 'payment_intent'
  amount: number
  latest_charge: string | null
  metadata: Record<string, string>
  status: 'requires_payment_method' | 'processing' | 'succeeded'
}

export type Charge = StripeObject & {
  object: 'charge'
  amount: number
  amount_refunded: number
  disputed: boolean
  payment_intent: string
  refunded: boolean
}

export type Refund = StripeObject & {
  object: 'refund'
  amount: number
  charge: string
  payment_intent: string
  status: 'succeeded' | 'failed'
}

export type Dispute = StripeObject & {
  object: 'dispute'
  amount: number
  payment_intent: string
  /** A `warning` is an inquiry: the bank asks, and takes nothing. */
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost' | 'warning_closed'
}

export type Event = StripeObject & { object: 'event'; type: string }

export type Customer = StripeObject & { object: 'customer'; email: string | null }

export type Subscription = StripeObject & {
  object: 'subscription'
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  currency: string
  customer: string
  /** The period is the item's (API 2025-03-31 and later). */
  items: { object: 'list'; data: SubscriptionItem[]; has_more: boolean }
  latest_invoice: string | null
  metadata: Record<string, string>
  status: 'active' | 'past_due' | 'canceled'
  /** Only the sandbox knows it: whether the owner's card refuses the next payment. */
  sandbox: { failsNext: boolean }
}

type SubscriptionItem = {
  id: string
  object: 'subscription_item'
  created: number
  current_period_start: number
  current_period_end: number
  price: { unit_amount: number; [field: string]: unknown }
  quantity: number
}

export type Invoice = StripeObject & {
  object: 'invoice'
  amount_due: number
  amount_paid: number
  attempt_count: number
  currency: string
  customer: string
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { subscription: string; metadata: Record<string, string> }
  }
  status: 'open' | 'paid'
}

/** The payment of an invoice (API 2025-03-31 and later). */
export type InvoicePayment = StripeObject & {
  object: 'invoice_payment'
  invoice: string
  amount_paid: number
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'paid'
}

export type PortalSession = StripeObject & {
  object: 'billing_portal.session'
  customer: string
  return_url: string | null
  url: string
}
