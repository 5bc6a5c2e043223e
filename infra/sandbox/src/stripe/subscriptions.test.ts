import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { idOf, NEW_SUBSCRIPTION, startWithClock, subscribe } from '../testing/subscription-sandbox.ts'

const periodOf = ({ items }: Stripe.Subscription) => {
  const [item] = items.data
  return [item?.current_period_start ?? 0, item?.current_period_end ?? 0] as const
}

test('a paid session has a customer and a subscription whose first month is paid', async () => {
  const running = await startWithClock()
  const session = await running.client.checkout.sessions.create(NEW_SUBSCRIPTION)
  expect(session).toMatchObject({ subscription: null, customer: null, payment_intent: null })

  await running.control('POST', `/payments/${session.id}/pay`, {})

  const paid = await running.client.checkout.sessions.retrieve(session.id)
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: null })
  const subscription = await running.client.subscriptions.retrieve(idOf(paid.subscription), {
    expand: ['latest_invoice'],
  })
  expect(subscription).toMatchObject({
    status: 'active',
    customer: paid.customer,
    metadata: { plan_id: 'plan-1' },
    latest_invoice: {
      status: 'paid',
      amount_paid: 1_500,
      parent: {
        subscription_details: { subscription: subscription.id, metadata: { plan_id: 'plan-1' } },
      },
    },
  })
  const [from, to] = periodOf(subscription)
  expect([from, to].map((second) => new Date(second * 1_000).toISOString())).toEqual([
    '2026-11-21T17:00:00.000Z',
    '2026-12-21T17:00:00.000Z',
  ])
  expect(await running.typesOf()).toEqual([
    'customer.created',
    'customer.subscription.created',
    'payment_intent.succeeded',
    'charge.succeeded',
    'invoice.paid',
    'checkout.session.completed',
  ])
})

test('a paid month is a payment of its own, which the invoice names where it is asked to, and which can be disputed', async () => {
  const running = await startWithClock()
  const session = await running.client.checkout.sessions.create(NEW_SUBSCRIPTION)
  await running.control('POST', `/payments/${session.id}/pay`, {})
  const { subscription: id } = await running.client.checkout.sessions.retrieve(session.id)
  const { latest_invoice: invoice } = await running.client.subscriptions.retrieve(idOf(id), {
    expand: ['latest_invoice.payments'],
  })
  const [paid] = (invoice as Stripe.Invoice).payments?.data ?? []
  const intent = idOf(paid?.payment.payment_intent ?? null)
  expect(await running.client.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'succeeded',
    amount: 1_500,
  })

  await running.control('POST', `/payments/${session.id}/dispute`, {})
  expect((await running.client.disputes.list({ payment_intent: intent })).data).toHaveLength(1)
})

test('a customer gets another address, and the product is told; a parameter that is unknown is refused', async () => {
  const running = await startWithClock()
  const { customer } = await subscribe(running)

  await running.client.customers.update(idOf(customer), { email: 'moved@example.com' })

  expect(await running.client.customers.retrieve(idOf(customer))).toMatchObject({
    email: 'moved@example.com',
  })
  expect((await running.typesOf()).at(-1)).toBe('customer.updated')
  const misspelled = { email: 'moved@example.com', naem: 'Ada' } as object
  await expect(running.client.customers.update(idOf(customer), misspelled)).rejects.toThrow('naem')
})

test('a declined card leaves the session of a subscription open', async () => {
  const { client, control } = await startWithClock()
  const { id } = await client.checkout.sessions.create(NEW_SUBSCRIPTION)

  await control('POST', `/payments/${id}/pay`, { outcome: 'declined' })

  expect(await client.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', subscription: null })
})

test('a period that is over is renewed and paid', async () => {
  const running = await startWithClock()
  const before = await subscribe(running)

  running.later(31)
  const after = await running.client.subscriptions.retrieve(before.id)

  expect(periodOf(after)[0]).toBe(periodOf(before)[1])
  expect((await running.client.invoices.list({ subscription: before.id })).data).toMatchObject([
    { status: 'paid', billing_reason: 'subscription_cycle' },
    { status: 'paid', billing_reason: 'subscription_create' },
  ])
  expect((await running.typesOf()).slice(-2)).toEqual(['invoice.paid', 'customer.subscription.updated'])
})

test('a card that is declined makes the renewed subscription past due, until another card pays its invoice', async () => {
  const running = await startWithClock()
  const { id } = await subscribe(running)
  await running.change(id, 'card', { outcome: 'declined' })

  await running.change(id, 'advance')
  expect(await running.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', amount_paid: 0, attempt_count: 1 },
  })
  expect(await running.typesOf()).toContain('invoice.payment_failed')

  await running.change(id, 'card', { outcome: 'paid' })
  expect(await running.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid', attempt_count: 2 },
  })
})

test('a subscription that is cancelled at the end of its period ends then, and can be resumed before', async () => {
  const running = await startWithClock()
  const { id } = await subscribe(running)
  const cancel = (isCancelled: boolean) =>
    running.client.subscriptions.update(id, { cancel_at_period_end: isCancelled })
  expect(await cancel(true)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  expect(await cancel(false)).toMatchObject({ cancel_at_period_end: false, canceled_at: null })
  await cancel(true)

  running.later(31)

  expect(await running.client.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  expect((await running.client.invoices.list({ subscription: id })).data).toHaveLength(1)
  expect((await running.typesOf()).at(-1)).toBe('customer.subscription.deleted')
})

test('a subscription with an instant of cancellation ends at that instant, and is renewed until then', async () => {
  const { client, later, ...running } = await startWithClock()
  const { id, items } = await subscribe({ client, later, ...running })
  const periodEnd = items.data[0]?.current_period_end ?? 0
  await client.subscriptions.update(id, { cancel_at: periodEnd + 7 * 86_400 })

  later(31)
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  expect((await client.invoices.list({ subscription: id })).data).toHaveLength(2)

  later(7)
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  expect((await client.invoices.list({ subscription: id })).data).toHaveLength(2)
})

test('a subscription that was cancelled at once is still shown, and cannot be cancelled again', async () => {
  const { client, ...running } = await startWithClock()
  const { id } = await subscribe({ client, ...running })

  expect(await client.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })

  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  await expect(client.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
  expect((await running.change(id, 'resume')).status).toBe(409)
})

test.for([
  ['a payment with a recurring price', { mode: 'payment', subscription_data: undefined }, 'mode'],
  ['a payment with data of a subscription', { mode: 'payment' }, 'mode'],
  [
    'a subscription with data of a payment',
    { payment_intent_data: { description: 'x' } },
    'payment_intent_data',
  ],
  ['a trial, which the sandbox does not know', { subscription_data: { trial_period_days: 7 } }, undefined],
] as const)('a session of %s is refused', async ([, change, param]) => {
  const { client } = await startWithClock()

  await expect(
    client.checkout.sessions.create({
      ...NEW_SUBSCRIPTION,
      ...change,
    } as Stripe.Checkout.SessionCreateParams),
  ).rejects.toMatchObject({ statusCode: 400, ...(param && { param }) })
})
