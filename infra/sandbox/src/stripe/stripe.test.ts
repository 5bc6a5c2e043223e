import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { startSandbox, temporaryFolder } from '../testing/test-sandbox.ts'
import { startReceiver } from '../testing/webhook-receiver.ts'

const SECRET = 'whsec_test'
const NEW_SESSION = {
  mode: 'payment',
  line_items: [
    {
      quantity: 3,
      price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'Email alerts' } },
    },
  ],
  success_url: 'http://localhost/subscription-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost/',
  customer_email: 'visitor@example.com',
  client_reference_id: 'order-1',
  metadata: { order_id: 'order-1' },
  payment_intent_data: { metadata: { order_id: 'order-1' } },
} satisfies Stripe.Checkout.SessionCreateParams

/** A sandbox and the real SDK on it, with an address for its webhooks. */
async function start(dataDir = temporaryFolder()) {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({
    dataDir,
    now: () => new Date(),
    stripeSecretKey: 'sk_test_1',
    stripeWebhook: { url: receiver.url, secret: SECRET },
    webhookRetryDelaysMs: [10, 10, 10],
  })
  const options = { host: '127.0.0.1', port: sandbox.port, protocol: 'http', maxNetworkRetries: 0 } as const
  const client = new Stripe('sk_test_1', options)
  return {
    ...sandbox,
    client,
    options,
    receiver,
    pay: (id: string, outcome?: string) => sandbox.control('POST', `/payments/${id}/pay`, { outcome }),
    types: () => receiver.records().map(({ type }) => type),
  }
}

const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session): string => {
  if (typeof intent !== 'string') throw new Error('The session has no payment intent')
  return intent
}

/** A paid session's intent. */
async function buy({ client, pay }: Awaited<ReturnType<typeof start>>): Promise<string> {
  const session = await client.checkout.sessions.create(NEW_SESSION)
  await pay(session.id)
  const paid = await client.checkout.sessions.retrieve(session.id)
  return intentOf(paid)
}

test('a session is open and unpaid until the Pay button, and then paid with its metadata on the intent', async () => {
  const { client, pay } = await start()
  const session = await client.checkout.sessions.create(NEW_SESSION)

  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 300,
    payment_intent: null,
    url: expect.stringContaining(`/sandbox/checkout/${session.id}`),
  })
  expect((await pay(session.id)).status).toBe(200)

  const paid = await client.checkout.sessions.retrieve(session.id, { expand: ['line_items'] })
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', client_reference_id: 'order-1' })
  expect(paid.line_items?.data).toMatchObject([
    { quantity: 3, amount_total: 300, description: 'Email alerts' },
  ])
  const intent = await client.paymentIntents.retrieve(intentOf(paid))
  expect(intent).toMatchObject({ status: 'succeeded', amount: 300, metadata: { order_id: 'order-1' } })
})

test('a webhook is signed so that the SDK believes it, and shows the session as it became', async () => {
  const running = await start()
  const session = await running.client.checkout.sessions.create(NEW_SESSION)
  await running.pay(session.id)

  const ofSession = () =>
    running.receiver.received.find(({ body }) => body.includes('checkout.session.completed'))
  await vi.waitFor(() => expect(ofSession()).toBeDefined())
  const { body = '', signature = '' } = ofSession() ?? {}
  const event = running.client.webhooks.constructEvent(body, signature, SECRET)
  expect(event).toMatchObject({
    type: 'checkout.session.completed',
    data: { object: { payment_status: 'paid' } },
  })
  expect(() => running.client.webhooks.constructEvent(`${body} `, signature, SECRET)).toThrow('signature')
  expect((await running.client.events.retrieve(event.id)).type).toBe(event.type)
})

test('a declined card leaves the session open for another one', async () => {
  const { client, pay, types } = await start()
  const { id } = await client.checkout.sessions.create(NEW_SESSION)

  await pay(id, 'declined')
  expect(await client.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
  })
  await pay(id)

  expect(await client.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
  })
  await vi.waitFor(() => expect(types()).toContain('checkout.session.completed'))
  expect(types()).toContain('payment_intent.payment_failed')
})

test('a payment in process completes the session unpaid, and is told again when it has worked out', async () => {
  const { client, pay, types } = await start()
  const { id } = await client.checkout.sessions.create(NEW_SESSION)

  await pay(id, 'processing')
  expect(await client.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  })
  await pay(id, 'paid')

  expect(await client.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
  await vi.waitFor(() => expect(types()).toContain('checkout.session.async_payment_succeeded'))
})

test('a session that was paid or has expired takes no further payment', async () => {
  const { client, pay } = await start()
  const paid = await client.checkout.sessions.create(NEW_SESSION)
  await pay(paid.id)
  const expired = await client.checkout.sessions.create(NEW_SESSION)
  await client.checkout.sessions.expire(expired.id)

  expect((await pay(paid.id)).status).toBe(409)
  expect((await pay(expired.id)).status).toBe(409)
  await expect(client.checkout.sessions.expire(paid.id)).rejects.toThrow('status in ["open"]')
})

test('a refund gives back at most what was paid, in parts or at once', async () => {
  const running = await start()
  const { client } = running
  const intent = await buy(running)

  await client.refunds.create({ payment_intent: intent, amount: 100 })
  expect(await client.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).toMatchObject({
    latest_charge: { amount: 300, amount_refunded: 100, disputed: false },
  })
  await expect(client.refunds.create({ payment_intent: intent, amount: 201 })).rejects.toThrow('greater than')
  await client.refunds.create({ payment_intent: intent })
  await expect(client.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })

  const { data } = await client.refunds.list({ payment_intent: intent })
  expect(data.map(({ amount }) => amount)).toEqual([200, 100])
  const payments = await running.control('GET', '/payments?email=visitor@example.com')
  expect(await payments.json()).toMatchObject([{ status: 'paid', amountCents: 300, refundedCents: 300 }])
})

test('a disputed charge is not refunded', async () => {
  const running = await start()
  const intent = await buy(running)
  const [payment] = (await (await running.control('GET', '/payments')).json()) as { sessionId: string }[]

  await running.control('POST', `/payments/${payment?.sessionId}/dispute`, {})

  await expect(running.client.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
})

test('a dispute that is won leaves its mark at the charge, which can be refunded again; a dispute is closed once', async () => {
  const running = await start()
  const intent = await buy(running)
  const [payment] = (await (await running.control('GET', '/payments')).json()) as { sessionId: string }[]
  const path = `/payments/${payment?.sessionId}/dispute`
  await running.control('POST', path, {})

  expect((await running.control('POST', `${path}/close`, { outcome: 'won' })).status).toBe(200)

  const { data } = await running.client.disputes.list({ payment_intent: intent })
  expect(data.map(({ status }) => status)).toEqual(['won'])
  const paid = await running.client.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  expect(paid.latest_charge).toMatchObject({ disputed: true })
  expect(await running.client.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 300 })
  expect((await running.control('POST', `${path}/close`, { outcome: 'lost' })).status).toBe(409)
})

test('a refund that fails later puts the money back', async () => {
  const running = await start()
  const intent = await buy(running)
  const refund = await running.client.refunds.create({ payment_intent: intent })

  await running.control('POST', `/refunds/${refund.id}/fail`, {})

  expect(await running.client.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' })
  await vi.waitFor(() => expect(running.types()).toContain('refund.failed'))
  await expect(running.client.refunds.create({ payment_intent: intent })).resolves.toMatchObject({
    amount: 300,
  })
})

test('the same idempotency key gives the same answer, and does nothing twice', async () => {
  const running = await start()
  const intent = await buy(running)
  const again = () =>
    running.client.refunds.create({ payment_intent: intent, amount: 100 }, { idempotencyKey: 'k' })

  const [first, second] = [await again(), await again()]

  expect(second.id).toBe(first.id)
  expect((await running.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
  await expect(
    running.client.refunds.create({ payment_intent: intent, amount: 50 }, { idempotencyKey: 'k' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('an answer of 500 after the refund was made is kept under its key: only looking it up tells', async () => {
  const running = await start()
  const intent = await buy(running)
  const refund = () => running.client.refunds.create({ payment_intent: intent }, { idempotencyKey: 'k' })
  await running.control('POST', '/faults', { provider: 'stripe', kind: 'error-after-accept', count: 1 })

  await expect(refund()).rejects.toMatchObject({ statusCode: 500 })
  await expect(refund()).rejects.toMatchObject({ statusCode: 500 })

  expect((await running.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
})

test('a connection that closes after the refund was made leaves the answer under its key', async () => {
  const running = await start()
  const intent = await buy(running)
  const retrying = new Stripe('sk_test_1', { ...running.options, maxNetworkRetries: 2 })
  await running.control('POST', '/faults', { provider: 'stripe', kind: 'reset-after-accept', count: 1 })

  await retrying.refunds.create({ payment_intent: intent }, { idempotencyKey: 'k' })

  expect((await running.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
})

test.for([
  { what: 'an unknown parameter', change: { colour: 'red' }, code: 'parameter_unknown' },
  { what: 'a session without items', change: { line_items: undefined }, code: 'parameter_missing' },
  {
    what: 'an amount below 50 cents',
    change: {
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 49, product_data: { name: 'x' } } },
      ],
    },
    code: 'amount_too_small',
  },
])('$what is refused with the code of Stripe', async ({ change, code }) => {
  const { client } = await start()

  await expect(
    client.checkout.sessions.create({ ...NEW_SESSION, ...change } as Stripe.Checkout.SessionCreateParams),
  ).rejects.toMatchObject({ code, statusCode: 400 })
})

test('another key, and a session that does not exist, are refused', async () => {
  const { client, options } = await start()

  await expect(new Stripe('sk_test_2', options).checkout.sessions.list()).rejects.toMatchObject({
    statusCode: 401,
  })
  await expect(client.checkout.sessions.retrieve('cs_test_nothing')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

test('events are listed newest first, in pages', async () => {
  const running = await start()
  await buy(running)

  const all = await running.client.events.list({ limit: 100 }).autoPagingToArray({ limit: 100 })
  const paged = await running.client.events.list({ limit: 1 }).autoPagingToArray({ limit: 100 })

  expect(all.map(({ type }) => type)).toEqual([
    'checkout.session.completed',
    'charge.succeeded',
    'payment_intent.succeeded',
  ])
  expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  const completed = await running.client.events.list({ types: ['checkout.session.completed'] })
  expect(completed.data).toHaveLength(1)
})

test('the checkout page pays with its buttons, and sends the browser back to the product', async () => {
  const { client, url } = await start()
  const { id } = await client.checkout.sessions.create(NEW_SESSION)
  const press = (outcome: string) =>
    fetch(`${url}/sandbox/payments/${id}/pay`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: `outcome=${outcome}`,
      redirect: 'manual',
    })
  const page = await (await fetch(`${url}/sandbox/checkout/${id}`)).text()
  expect(page).toContain('Pay $3.00')

  const declined = await press('declined')
  expect(declined.headers.get('location')).toBe(`/sandbox/checkout/${id}?declined`)
  const paid = await press('paid')
  expect(paid.headers.get('location')).toBe(`http://localhost/subscription-success?session_id=${id}`)
  expect(await (await fetch(`${url}/sandbox/checkout/${id}`)).text()).toContain('This was paid already.')
})

test('what was paid is still paid after the sandbox was killed', async () => {
  const dataDir = temporaryFolder()
  const first = await start(dataDir)
  const { id } = await first.client.checkout.sessions.create(NEW_SESSION)
  await first.pay(id)
  await first.stop()

  const second = await start(dataDir)
  expect(await second.client.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
})
