import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { intentOf, NEW_SESSION, SECRET, startStripe } from '../testing/stripe-sandbox.ts'
import { temporaryFolder } from '../testing/test-sandbox.ts'

test('a session is open and unpaid until the Pay button, and then paid with its metadata on the intent', async () => {
  const { client, pay } = await startStripe()
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
  const running = await startStripe()
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
  const { client, pay, types } = await startStripe()
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
  const { client, pay, types } = await startStripe()
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
  const { client, pay } = await startStripe()
  const paid = await client.checkout.sessions.create(NEW_SESSION)
  await pay(paid.id)
  const expired = await client.checkout.sessions.create(NEW_SESSION)
  await client.checkout.sessions.expire(expired.id)

  expect((await pay(paid.id)).status).toBe(409)
  expect((await pay(expired.id)).status).toBe(409)
  await expect(client.checkout.sessions.expire(paid.id)).rejects.toThrow('status in ["open"]')
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
  const { client } = await startStripe()

  await expect(
    client.checkout.sessions.create({ ...NEW_SESSION, ...change } as Stripe.Checkout.SessionCreateParams),
  ).rejects.toMatchObject({ code, statusCode: 400 })
})

test('another key, and a session that does not exist, are refused', async () => {
  const { client, options } = await startStripe()

  await expect(new Stripe('sk_test_2', options).checkout.sessions.list()).rejects.toMatchObject({
    statusCode: 401,
  })
  await expect(client.checkout.sessions.retrieve('cs_test_nothing')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

test('the checkout page pays with its buttons, and sends the browser back to the product', async () => {
  const { client, url } = await startStripe()
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
  const over = await (await fetch(`${url}/sandbox/checkout/${id}`)).text()
  expect(over).toContain('This was paid already.')
  expect(over).not.toContain('<button')
})

test('a Pay button that a browser still shows after the payment leads to the page that says so', async () => {
  const { client, url } = await startStripe()
  const { id } = await client.checkout.sessions.create(NEW_SESSION)
  const press = () =>
    fetch(`${url}/sandbox/payments/${id}/pay`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=paid',
      redirect: 'manual',
    })
  await press()

  const again = await press()
  expect([again.status, again.headers.get('location')]).toEqual([303, `/sandbox/checkout/${id}`])
})

test('what was paid is still paid after the sandbox was killed', async () => {
  const dataDir = temporaryFolder()
  const first = await startStripe(dataDir)
  const { id } = await first.client.checkout.sessions.create(NEW_SESSION)
  await first.pay(id)
  await first.stop()

  const second = await startStripe(dataDir)
  expect(await second.client.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
})
