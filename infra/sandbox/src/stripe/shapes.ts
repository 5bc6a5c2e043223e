export type StripeObject = { id: string; object: string; created: number; [field: string]: unknown }

/** What the sandbox reads of the objects that it keeps, by Stripe's name of their type. */
export type Kinds = {
  'checkout.session': Session
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  event: Event
}

export type LineItem = {
  quantity: number
  price_data: {
    currency: 'usd'
    unit_amount: number
    product_data: { name: string; description?: string | undefined }
  }
}

export type Session = StripeObject & {
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  amount_total: number
  currency: string
  customer_email: string | null
  customer_details: { email: string | null } | null
  expires_at: number
  payment_intent: string | null
  success_url: string
  cancel_url: string | null
  url: string | null
  metadata: Record<string, string>
  /** Only the sandbox knows these; no answer shows them. */
  sandbox: {
    items: LineItem[]
    payment: { metadata: Record<string, string>; description?: string | undefined }
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

export type Event = StripeObject & { object: 'event'; type: string }
