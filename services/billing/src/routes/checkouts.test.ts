import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { anAddress, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { app, control, open, parkId, passesOf, start, stateOf, stripe } = billing
afterAll(billing.close)

test('201: the visitor is sent to pay what billing computes', async () => {
  const response = await start({ dates: [TODAY, TOMORROW] })
  const { sessionId, url: page } = response.json<{ sessionId: string; url: string }>()

  expect(response.statusCode).toBe(201)
  expect(page).toContain(`/sandbox/checkout/${sessionId}`)
  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
    amount_total: 200,
    success_url:
      'https://walkon.example/subscription-success?session_id={CHECKOUT_SESSION_ID}&alert_type=email',
    cancel_url: 'https://walkon.example/?canceled=true#alerts',
  })
  expect(await stateOf(sessionId)).toEqual({
    status: 'open',
    channel: 'email',
    parkId,
    parkName: 'Magic Kingdom',
    dates: [TODAY, TOMORROW],
    totalCents: 200,
    currency: 'usd',
    orderReference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{3}[A-Z]$/),
  })
})

test('201: an order of Get Alerts leads back there, paid or not', async () => {
  const response = await start({ returnTo: 'get-alerts' })
  const { sessionId } = response.json<{ sessionId: string }>()

  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
    success_url: 'https://walkon.example/get-alerts?success=true&session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://walkon.example/get-alerts?canceled=true',
  })
})

test('201: a double click opens one page, and another order a page of its own', async () => {
  const email = anAddress()

  const [one, two] = await Promise.all([open({ email }), open({ email })])
  const other = await open({ email, dates: [TODAY] })

  expect(one).toBe(two)
  expect(other).not.toBe(one)
})

test('503: a page that cannot be opened charges nothing, and the same request opens it later', async () => {
  const email = anAddress()
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })

  const failed = await start({ email })
  expect([failed.statusCode, failed.json<{ code: string }>().code]).toEqual([503, 'checkout-unavailable'])

  expect(await open({ email })).toMatch(/^cs_test_/)
})

test('201: a lost answer of Stripe makes no second session: the next try has the same key', async () => {
  const email = anAddress()
  await control('/faults', { provider: 'stripe', kind: 'reset-after-accept', count: 1 })

  await open({ email })

  const sessions = await stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  expect(sessions.filter(({ customer_email: of }) => of === email)).toHaveLength(1)
})

test('201: fields of an order that a body names change neither its price nor its state', async () => {
  const email = anAddress()
  const session = await open({
    email,
    dates: [TODAY, TOMORROW],
    totalCents: 1,
    dayPriceCents: 1,
    discountCents: 199,
    amount: 1,
    price: 0,
    status: 'fulfilled',
    fulfilledAt: '2026-07-01T16:00:00Z',
    id: randomUUID(),
    product: 'another',
  })

  expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({ amount_total: 200 })
  expect(await stateOf(session)).toMatchObject({ status: 'open', totalCents: 200 })
  expect(await passesOf(email)).toEqual([])
})

test('201: an order for text messages keeps which words its buyer agreed to, and from where', async () => {
  const email = anAddress()
  await open({ email, channel: 'sms', phone: '+1 407 555 0124' })
  await open({ email })

  const orders = await billing.db.execute(
    `select phone, consent_version as version, consent_from as "from" from orders where email = '${email}' order by phone`,
  )
  expect(orders).toEqual([
    { phone: '+14075550124', version: SMS_CONSENT.version, from: '127.0.0.1' },
    { phone: null, version: null, from: null },
  ])
})

/** Returns so many days, each once. */
const daysAhead = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 6, 1 + day)).toISOString().slice(0, 10))

const SMS = { channel: 'sms', phone: '(407) 555-0123' }

test.for<{ name: string; fields: object; status: number; code: string }>([
  { name: 'no date', fields: { dates: [] }, status: 400, code: 'invalid-request' },
  { name: '400 dates', fields: { dates: daysAhead(400) }, status: 400, code: 'invalid-request' },
  { name: '31 dates', fields: { dates: daysAhead(31) }, status: 400, code: 'invalid-request' },
  {
    name: 'a date that does not exist',
    fields: { dates: ['2026-02-30'] },
    status: 400,
    code: 'invalid-request',
  },
  { name: 'a day that is over', fields: { dates: ['2026-06-30'] }, status: 422, code: 'date-in-past' },
  {
    name: 'a day more than 365 days ahead',
    fields: { dates: ['2027-07-02'] },
    status: 422,
    code: 'date-too-far',
  },
  { name: 'text that is no address', fields: { email: 'visitor' }, status: 400, code: 'invalid-request' },
  {
    name: 'a phone that is no phone',
    fields: { ...SMS, phone: '12' },
    status: 400,
    code: 'invalid-request',
  },
  {
    name: 'a number that no one has',
    fields: { ...SMS, phone: '+1 007 555 0123' },
    status: 422,
    code: 'phone-required',
  },
  {
    name: 'a number of another country',
    fields: { ...SMS, phone: '+44 7400 123456' },
    status: 422,
    code: 'phone-country',
  },
  { name: 'no phone for text messages', fields: { channel: 'sms' }, status: 422, code: 'phone-required' },
  {
    name: 'a channel that is not sold',
    fields: { channel: 'push' },
    status: 400,
    code: 'invalid-request',
  },
  {
    name: 'a code for text messages on email alerts',
    fields: { promoCode: 'SMSFREE' },
    status: 409,
    code: 'promo-code-wrong-channel',
  },
  {
    name: 'a code for email alerts on text messages',
    fields: { ...SMS, promoCode: 'FREEDAY' },
    status: 409,
    code: 'promo-code-wrong-channel',
  },
  {
    name: 'a code that does not exist',
    fields: { promoCode: 'NOTHING' },
    status: 404,
    code: 'invalid-promo-code',
  },
  {
    name: 'a park that does not exist',
    fields: { parkId: randomUUID() },
    status: 404,
    code: 'park-not-found',
  },
])('$status: an order with $name is refused, and nothing is placed', async ({ fields, status, code }) => {
  const email = anAddress()
  const response = await billing.post('/checkouts', {
    email,
    parkId,
    dates: [TOMORROW],
    channel: 'email',
    ...fields,
  })

  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code])
  expect(await billing.db.execute(`select from orders where email = '${email}'`)).toHaveLength(0)
})

test.for([
  ['dates', { dates: [] }, 'Please select at least one date.'],
  ['phone', { ...SMS, phone: '+0' }, 'Please enter a valid phone number for SMS alerts.'],
] as const)(
  '400: what is wrong with %s is said in the words of the form',
  async ([path, fields, message]) => {
    const order = { email: anAddress(), parkId, dates: [TOMORROW], channel: 'email', ...fields }

    const response = await billing.post('/checkouts', order)

    expect(response.json()).toMatchObject({ status: 400, errors: [{ path, message }] })
  },
)

test('422: text messages are refused where they are not offered', async () => {
  const { app: withoutSms } = billing.build({ env: { SMS_ENABLED: 'false' } })
  const payload = { email: anAddress(), parkId, dates: [TOMORROW], ...SMS }

  const response = await withoutSms.inject({ method: 'POST', url: '/checkouts', payload })

  expect(response.json()).toMatchObject({ status: 422, code: 'sms-not-offered' })
  await withoutSms.close()
})

test.for(['cs_test_nothing', `free_${randomUUID()}`, 'free_nothing'])(
  '404: the session %s does not exist',
  async (session) => {
    const response = await app.inject({ url: `/checkouts/${session}` })

    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'checkout-not-found'])
  },
)

test('200: what is said of a session names neither address nor number', async () => {
  const email = anAddress()
  const session = await open({ email, ...SMS })

  const { body } = await app.inject({ url: `/checkouts/${session}` })

  expect(body).not.toContain(email)
  // Ids are random: fewer digits than these could be in one.
  expect(body).not.toContain('5550123')
  expect(body).not.toContain('555-0123')
})
