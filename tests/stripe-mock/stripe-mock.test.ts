import { createStripe, type StripeClient } from '@walkon/billing/clients/stripe'
import { connectStripe } from '@walkon/billing/clients/stripe-connection'
import { readDispute } from '@walkon/billing/clients/stripe-disputes'
import { createStripePayments, type StripePayments } from '@walkon/billing/clients/stripe-payments'
import {
  createSubscriptionClient,
  type SubscriptionClient,
} from '@walkon/billing/clients/stripe-subscriptions'
import { afterAll, expect, inject, test } from 'vitest'
import { hideNewerParameters } from './newer-parameters.ts'

const KEY = 'sk_test_123'
const account = { apiUrl: inject('stripeMockUrl'), secretKey: KEY }
const stripe = createStripe(account)
const payments = createStripePayments(account)
const newer = await hideNewerParameters(inject('stripeMockUrl'))
afterAll(newer.stop)
const plans = createSubscriptionClient({ ...account, apiUrl: newer.url })

const REFUND = {
  paymentIntent: 'pi_1',
  amountCents: 100,
  subject: { kind: 'checkout', id: '6f1b4b0c-2d5e-4c53-9a37-0d4a5a0c7a11' },
  idempotencyKey: 'refund:1:days-over:100',
} as const

/** One call of each function, with every parameter that it can send. A function without a call does not compile. */
const CALLS: { [Name in keyof StripeClient]: () => ReturnType<StripeClient[Name]> } = {
  createSession: () =>
    stripe.createSession({
      idempotencyKey: 'checkout:1',
      orderId: '6f1b4b0c-2d5e-4c53-9a37-0d4a5a0c7a11',
      email: 'visitor@example.com',
      item: {
        name: 'SMS alerts, Magic Kingdom',
        description: '2 days at $5.00, less $5.00 with promo code HALF',
        quantity: 1,
        unitCents: 500,
      },
      expiresAt: new Date(Date.now() + 32 * 60_000),
      successUrl:
        'https://walkon.example/subscription-success?session_id={CHECKOUT_SESSION_ID}&alert_type=sms',
      cancelUrl: 'https://walkon.example/',
    }),
  // The answer names a payment intent, so that it is read with its charge as well.
  readSession: () => stripe.readSession('cs_test_1'),
  expireSession: () => stripe.expireSession('cs_test_1'),
  refund: async () => {
    const refusal = await stripe.refund(REFUND)
    expect(refusal).toBeNull()
    return refusal
  },
}

/** Read of a charge that was disputed, which the mock's is not. */
const DISPUTE_CALLS = {
  readDispute: () =>
    readDispute(connectStripe(account, { maxNetworkRetries: 0 }), 'pi_1', { disputed: true }),
}

const PAYMENT_CALLS: { [Name in keyof StripePayments]: () => Promise<unknown> } = {
  listPaidSince: () => Array.fromAsync(payments.listPaidSince(new Date())),
}

const PLAN_CALLS: { [Name in keyof SubscriptionClient]: () => Promise<unknown> } = {
  createPlanSession: async () => {
    await plans.createPlanSession({
      idempotencyKey: 'plan:1',
      planId: '6f1b4b0c-2d5e-4c53-9a37-0d4a5a0c7a11',
      email: 'visitor@example.com',
      monthCents: 1_500,
      expiresAt: new Date(Date.now() + 32 * 60_000),
      successUrl: 'https://walkon.example/plan?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://walkon.example/plan',
    })
    expect([...newer.seen]).toEqual(['allowed_payment_method_types'])
  },
  readPlanSession: () => plans.readPlanSession('cs_test_1'),
  expirePlanSession: () => plans.expirePlanSession('cs_test_1'),
  readSubscription: () => plans.readSubscription('sub_1'),
  readDisputes: () => plans.readDisputes(['pi_1']),
  cancelSubscription: () => plans.cancelSubscription('sub_1'),
  listRefunds: () => plans.listRefunds('pi_1'),
  refund: () => plans.refund(REFUND),
  moveCustomer: () => plans.moveCustomer('cus_1', 'moved@example.com'),
  openPortal: () => plans.openPortal({ customerId: 'cus_1', returnUrl: 'https://walkon.example/plan' }),
}

test.for([
  ...Object.entries(CALLS),
  ...Object.entries(DISPUTE_CALLS),
  ...Object.entries(PAYMENT_CALLS),
  ...Object.entries(PLAN_CALLS),
])("each request of %s has only parameters that Stripe's description knows", async ([, call]) => {
  await expect(call()).resolves.not.toThrow()
})

test('a parameter that Stripe does not know is refused, so these tests can fail', async () => {
  const response = await fetch(new URL('/v1/checkout/sessions', inject('stripeMockUrl')), {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'mode=payment&day_price=500',
  })

  expect(response.status).toBe(400)
})
