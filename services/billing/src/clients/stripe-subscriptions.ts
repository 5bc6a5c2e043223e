import Stripe from 'stripe'
import { z } from 'zod'
import type { RefundCall } from '../domain/debt.ts'
import type { SubscriptionState } from '../domain/plan.ts'
import type { Refund } from '../domain/refund.ts'
import { connectStripe, type StripeOptions } from './stripe-connection.ts'
import { readDispute, worstOf, type Dispute } from './stripe-disputes.ts'
import { listRefunds, makeRefund, type RefundRefusal } from './stripe-refunds.ts'

export type NewPlanSession = {
  /** The same for each try to open one plan: a repeated call makes no second session. */
  idempotencyKey: string
  planId: string
  email: string
  monthCents: number
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** A Checkout Session of a subscription, as Stripe has it now. */
export type PlanSession = {
  status: 'open' | 'complete' | 'expired'
  /** Null until the first month is paid. */
  subscriptionId: string | null
}

export type SubscriptionClient = {
  /** All of these throw the errors of the SDK. After one, a session may exist, but its address is unknown. */
  createPlanSession(session: NewPlanSession): Promise<{ sessionId: string; url: string }>
  readPlanSession(sessionId: string): Promise<PlanSession>
  /** The session can be paid no more. Throws where it was paid or expired meanwhile. */
  expirePlanSession(sessionId: string): Promise<void>
  readSubscription(subscriptionId: string): Promise<SubscriptionState>
  /** How the disputes of these payments stand, the worst of them. */
  readDisputes(paymentIntents: string[]): Promise<Dispute>
  /** Ends it now; nothing more is collected. Throws where it has ended already. */
  cancelSubscription(subscriptionId: string): Promise<void>
  listRefunds(paymentIntent: string): Promise<Refund[]>
  /** Pays back. Returns a refusal that is final. */
  refund(call: RefundCall): Promise<RefundRefusal | null>
  /** Gives the customer this address. One that was deleted at Stripe has none to change. */
  moveCustomer(customerId: string, email: string): Promise<void>
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<string>
}

/** Stripe's API, as far as the unlimited plan needs it. */
export function createSubscriptionClient(options: StripeOptions): SubscriptionClient {
  const stripe = connectStripe(options, { maxNetworkRetries: 1 })
  return {
    async createPlanSession(asked) {
      const { id, url } = await stripe.checkout.sessions.create(toParameters(asked), {
        idempotencyKey: asked.idempotencyKey,
      })
      if (!url) throw new Error('Stripe made a session without an address')
      return { sessionId: id, url }
    },

    async readPlanSession(sessionId) {
      const { status, subscription } = await stripe.checkout.sessions.retrieve(sessionId)
      return {
        status: sessionStatus.parse(status),
        subscriptionId: subscription === null ? null : idOf(subscription),
      }
    },

    async expirePlanSession(sessionId) {
      await stripe.checkout.sessions.expire(sessionId)
    },

    async readSubscription(subscriptionId) {
      const expand = ['latest_invoice.payments']
      return toState(await stripe.subscriptions.retrieve(subscriptionId, { expand }))
    },

    async readDisputes(paymentIntents) {
      return worstOf(await Promise.all(paymentIntents.map((intent) => readDispute(stripe, intent))))
    },

    async cancelSubscription(subscriptionId) {
      await stripe.subscriptions.cancel(subscriptionId)
    },

    listRefunds: (paymentIntent) => listRefunds(stripe, paymentIntent),
    refund: (call) => makeRefund(stripe, call),

    async moveCustomer(customerId, email) {
      await stripe.customers.update(customerId, { email }).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },

    async openPortal({ customerId, returnUrl }) {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
      })
      return url
    },
  }
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

const sessionStatus = z.enum(['open', 'complete', 'expired'])

const STATUSES = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past-due',
  unpaid: 'past-due',
  paused: 'past-due',
  canceled: 'ended',
} as const satisfies Record<string, SubscriptionState['status']>
const statusShape = z
  .enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[])
  .transform((status) => STATUSES[status])

/**
 * The period is the item's; the plan has one. A cancellation is shown by `cancel_at_period_end`, or in flexible billing mode by `cancel_at`
 * alone, as the portal makes it. A `cancel_at` after the period's end cancels nothing yet: another month is paid before.
 */
function toState(subscription: Stripe.Subscription): SubscriptionState {
  const [item] = subscription.items.data
  if (!item) throw new Error('Stripe shows a subscription without an item')
  const endsAt = Math.min(subscription.cancel_at ?? Infinity, item.current_period_end)
  const invoice = subscription.latest_invoice
  return {
    status: statusShape.parse(subscription.status),
    customerId: idOf(subscription.customer),
    periodStartsAt: fromSeconds(item.current_period_start),
    periodEndsAt: fromSeconds(endsAt),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at === endsAt,
    paid:
      invoice !== null && typeof invoice === 'object' && invoice.status === 'paid'
        ? { invoiceId: invoice.id, amountCents: invoice.amount_paid, paymentIntent: paymentOf(invoice) }
        : null,
  }
}

/** Null where nothing was charged, as for an invoice that a credit has paid. */
function paymentOf({ payments }: Stripe.Invoice): string | null {
  const paid = payments?.data.find(({ status }) => status === 'paid')
  return paid?.payment.payment_intent === undefined ? null : idOf(paid.payment.payment_intent)
}

const idOf = (thing: string | { id: string }) => (typeof thing === 'string' ? thing : thing.id)

const fromSeconds = (seconds: number) => new Date(seconds * 1_000)

/** Cards alone: a bank debit would be paid days after the plan has begun. */
const toParameters = (asked: NewPlanSession): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  allowed_payment_method_types: ['card'],
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: asked.monthCents,
        product_data: { name: 'Unlimited plan' },
        recurring: { interval: 'month' },
      },
    },
  ],
  customer_email: asked.email,
  client_reference_id: asked.planId,
  metadata: { plan_id: asked.planId },
  subscription_data: { metadata: { plan_id: asked.planId } },
  expires_at: Math.floor(asked.expiresAt.getTime() / 1_000),
  success_url: asked.successUrl,
  cancel_url: asked.cancelUrl,
})
