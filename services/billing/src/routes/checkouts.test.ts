import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { passRevoked } from '@walkon/contracts/events/billing'
import { createSandbox } from '@walkon/sandbox/app'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'

const KEY = 'sk_test_checkouts'
const SECRETS = ['whsec_new', 'whsec_old']

const clock = { now: NOON }
const dataDir = await mkdtemp(join(tmpdir(), 'billing-stripe-'))
const sandbox = createSandbox({
  dataDir,
  seed: 'billing',
  now: () => clock.now,
  host: '127.0.0.1',
  port: 0,
  postmarkServerToken: 'x',
  stripeSecretKey: KEY,
})
const port = await sandbox.start()
const url = `http://127.0.0.1:${port}`
const stripe = new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http' })
const billing = await createTestBilling(
  {
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRETS: SECRETS.join(','),
    SMS_ENABLED: 'true',
    CHECKOUTS_PER_CLIENT: '10000',
  },
  clock,
)
const { app, parkId, passesOf, published, runJob, later, tokenOfNewestLink, confirm } = billing
afterAll(async () => {
  await billing.close()
  await sandbox.stop()
  await rm(dataDir, { recursive: true })
})

type Order = { email?: string; dates?: string[]; channel?: 'email' | 'sms'; [field: string]: unknown }

const start = ({ email = anAddress(), dates = [TOMORROW], channel = 'email', ...others }: Order = {}) =>
  billing.post('/checkouts', { email, parkId, dates, channel, ...others })

/** The session of a new order. */
async function open(order: Order = {}): Promise<string> {
  const response = await start(order)
  expect(response.statusCode).toBe(201)
  return response.json<{ sessionId: string }>().sessionId
}

const control = (path: string, body: object = {}) =>
  fetch(`${url}/sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const pay = (session: string, outcome?: string) => control(`/payments/${session}/pay`, { outcome })

/** Delivers an event as Stripe does. */
function deliver(event: Stripe.Event, secret = SECRETS[0]!, payload = JSON.stringify(event)) {
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret })
  return app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': header },
    payload,
  })
}

const eventsOf = async (sessionId: string) => {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
  const names = (text: string) =>
    text.includes(sessionId) || (typeof intent === 'string' && text.includes(intent))
  return events.filter((event) => names(JSON.stringify(event))).toReversed()
}

async function work(): Promise<void> {
  while (await runJob('apply-stripe-events')) continue
  while (await runJob('settle-checkouts')) continue
}

/** Delivers what has happened to a session, oldest first, and works on it. */
async function hearAbout(sessionId: string): Promise<void> {
  for (const event of await eventsOf(sessionId)) await deliver(event)
  await work()
}

const stateOf = async (sessionId: string) =>
  (await app.inject({ url: `/checkouts/${sessionId}` })).json<{ status: string }>()
const receiptsTo = async (email: string) =>
  (await published(notificationRequested)).filter(
    ({ recipient, notification }) => recipient.address === email && notification.name === 'payment-receipt',
  )

describe('a paid order', () => {
  test('201: the visitor is sent to pay what billing computes, whatever price the body names', async () => {
    const response = await start({ dates: [TODAY, TOMORROW], totalCents: 1, dayPriceCents: 1 })
    const { sessionId, url: page } = response.json<{ sessionId: string; url: string }>()

    expect(response.statusCode).toBe(201)
    expect(page).toContain(`/sandbox/checkout/${sessionId}`)
    expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
      amount_total: 200,
      success_url:
        'https://walkon.example/subscription-success?session_id={CHECKOUT_SESSION_ID}&alert_type=email',
      cancel_url: 'https://walkon.example/',
    })
    expect(await stateOf(sessionId)).toEqual({
      status: 'open',
      channel: 'email',
      parkId,
      parkName: 'Magic Kingdom',
      dates: [TODAY, TOMORROW],
      totalCents: 200,
      currency: 'usd',
    })
  })

  test('the payment makes one pass and one receipt, and what the page asks for names no address', async () => {
    const email = anAddress()
    const session = await open({ email })
    expect(await passesOf(email)).toEqual([])
    await pay(session)

    await hearAbout(session)

    expect(await passesOf(email)).toMatchObject([{ paid: true, windows: [{ date: TOMORROW }] }])
    expect(await receiptsTo(email)).toMatchObject([
      {
        notification: { subject: 'Your receipt: $1.00 for Magic Kingdom', action: { page: 'manage-alerts' } },
      },
    ])
    const answer = await app.inject({ url: `/checkouts/${session}` })
    expect(answer.json()).toMatchObject({ status: 'active' })
    expect(answer.body).not.toContain('@')
  })

  test('the pass is active when the browser never comes back and no webhook arrives: Stripe is asked within the hour', async () => {
    const email = anAddress()
    const session = await open({ email })
    await pay(session)
    await work()
    expect(await passesOf(email)).toEqual([])

    later(60)
    await work()

    expect(await passesOf(email)).toHaveLength(1)
  })

  test('the page that the visitor comes back to has Stripe asked at once', async () => {
    const email = anAddress()
    const session = await open({ email })
    await pay(session)

    expect(await stateOf(session)).toMatchObject({ status: 'open' })
    await work()

    expect(await stateOf(session)).toMatchObject({ status: 'active' })
    expect(await passesOf(email)).toHaveLength(1)
  })

  test('the return of the browser without a payment makes nothing', async () => {
    const email = anAddress()
    const session = await open({ email })
    await stateOf(session)
    await work()

    expect(await stateOf(session)).toMatchObject({ status: 'open' })
    expect(await passesOf(email)).toEqual([])
  })

  test('a declined card leaves the order open, and the next one pays it', async () => {
    const email = anAddress()
    const session = await open({ email })
    await pay(session, 'declined')
    await hearAbout(session)
    expect(await stateOf(session)).toMatchObject({ status: 'open' })

    await pay(session)
    await hearAbout(session)

    expect(await passesOf(email)).toHaveLength(1)
  })

  test('a payment that takes days is active only when it has worked out', async () => {
    const email = anAddress()
    const session = await open({ email })
    await pay(session, 'processing')
    await hearAbout(session)
    expect(await stateOf(session)).toMatchObject({ status: 'processing' })
    expect(await passesOf(email)).toEqual([])

    await pay(session, 'paid')
    await hearAbout(session)

    expect(await stateOf(session)).toMatchObject({ status: 'active' })
  })

  test('a payment that the bank refuses in the end makes no pass', async () => {
    const email = anAddress()
    const session = await open({ email })
    await pay(session, 'processing')
    await pay(session, 'declined')
    await hearAbout(session)

    expect(await stateOf(session)).toMatchObject({ status: 'expired' })
    expect(await passesOf(email)).toEqual([])
  })

  test('a session that was not paid in time expires with its order', async () => {
    const session = await open()
    later(34)
    await work()

    expect(await stateOf(session)).toMatchObject({ status: 'expired' })
  })

  test('a double click opens one page, and another order a page of its own', async () => {
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

  test('a lost answer of Stripe makes no second session: the next try has the same key', async () => {
    const email = anAddress()
    await control('/faults', { provider: 'stripe', kind: 'reset-after-accept', count: 1 })

    await open({ email })

    const sessions = await stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
    expect(sessions.filter(({ customer_email: of }) => of === email)).toHaveLength(1)
  })

  test('a payment that is refunded or disputed ends its pass, once', async () => {
    for (const [path, reason] of [
      ['refund', 'refunded'],
      ['dispute', 'disputed'],
    ] as const) {
      const email = anAddress()
      const session = await open({ email })
      await pay(session)
      await hearAbout(session)
      const [pass] = await passesOf(email)

      await control(`/payments/${session}/${path}`)
      await hearAbout(session)
      await hearAbout(session)

      const ended = (await published(passRevoked)).filter(({ passId }) => passId === pass?.passId)
      expect(ended).toEqual([{ passId: pass?.passId, reason }])
      expect(await stateOf(session)).toMatchObject({ status: 'expired' })
    }
  })

  test('a refund of a part of the price leaves the pass', async () => {
    const email = anAddress()
    const session = await open({ email, dates: [TODAY, TOMORROW] })
    await pay(session)
    await control(`/payments/${session}/refund`, { amountCents: 100 })
    await hearAbout(session)

    expect(await passesOf(email)).toHaveLength(1)
    expect(await published(passRevoked)).not.toContainEqual(
      expect.objectContaining({ passId: (await passesOf(email))[0]?.passId }),
    )
  })
})

describe('the webhook of Stripe', () => {
  test('events that are shuffled, doubled and half of them lost make each paid order exactly one pass and receipt', async () => {
    let seed = 7
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    const orders: { email: string; session: string; isPaid: boolean }[] = []
    for (let index = 0; index < 40; index++) {
      const email = anAddress()
      const session = await open({ email })
      const outcome = ['paid', 'paid', 'declined', 'processing'][index % 4]!
      await pay(session, outcome)
      orders.push({ email, session, isPaid: outcome === 'paid' })
    }
    const events = (await Promise.all(orders.map(({ session }) => eventsOf(session)))).flat()
    const told = [...events, ...events]
      .filter(() => random() < 0.5)
      .map((event) => ({ event, at: random() }))
      .toSorted((one, other) => one.at - other.at)
    for (const { event } of told) expect((await deliver(event)).statusCode).toBe(200)
    await work()

    later(61)
    await work()

    const passes = await Promise.all(orders.map(({ email }) => passesOf(email)))
    expect(passes.map((made) => made.length)).toEqual(orders.map(({ isPaid }) => (isPaid ? 1 : 0)))
    const receipts = await Promise.all(orders.map(({ email }) => receiptsTo(email)))
    expect(receipts.map((made) => made.length)).toEqual(orders.map(({ isPaid }) => (isPaid ? 1 : 0)))
  })

  test('200: both secrets are believed while one takes the place of the other', async () => {
    const session = await open()
    await pay(session)
    const [event] = await eventsOf(session)

    expect((await deliver(event!, 'whsec_old')).statusCode).toBe(200)
  })

  test('401: what is forged, re-serialised, signed long ago or of live mode is refused, and nothing is stored', async () => {
    await work()
    const session = await open()
    await pay(session)
    const [event] = await eventsOf(session)
    const payload = JSON.stringify(event)
    const signedLongAgo = stripe.webhooks.generateTestHeaderString({
      payload,
      secret: SECRETS[0]!,
      timestamp: Math.floor(Date.now() / 1_000) - 301,
    })
    const send = (headers: Record<string, string>, body = payload) =>
      app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload: body })
    const type = { 'content-type': 'application/json' }
    const good = {
      ...type,
      'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret: SECRETS[0]! }),
    }

    const statuses = [
      await send(type),
      await send({ ...type, 'stripe-signature': 't=1,v1=00' }),
      await deliver(event!, 'whsec_foreign'),
      await send(good, JSON.stringify(event, null, 2)),
      await send({ ...type, 'stripe-signature': signedLongAgo }),
      await deliver({ ...event!, livemode: true }),
    ].map(({ statusCode }) => statusCode)

    expect(statuses).toEqual([401, 401, 401, 401, 401, 401])
    expect(await runJob('apply-stripe-events')).toBe(false)
  })

  test('200: an event of a session that is not ours changes nothing', async () => {
    const foreign = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'x' } } },
      ],
      success_url: 'https://elsewhere.example/',
      metadata: { order_id: randomUUID() },
    })
    await pay(foreign.id)
    await hearAbout(foreign.id)

    expect((await app.inject({ url: `/checkouts/${foreign.id}` })).statusCode).toBe(404)
  })
})

describe('a free order', () => {
  test('201: a promo code skips Stripe; the page says which mail to open, and the link makes it active', async () => {
    const email = anAddress()
    const response = await start({ email, promoCode: 'FREEDAY' })
    const { sessionId, url: page } = response.json<{ sessionId: string; url: string }>()

    expect(page).toBe(`https://walkon.example/subscription-success?session_id=${sessionId}&alert_type=email`)
    expect(await stateOf(sessionId)).toMatchObject({ status: 'open', totalCents: 0 })

    await confirm(await tokenOfNewestLink(email))
    expect(await stateOf(sessionId)).toMatchObject({ status: 'active' })
  })

  test('201: a code for text messages makes the SMS card free', async () => {
    const email = anAddress()
    const order = { email, channel: 'sms', phone: '(407) 555-0123', promoCode: 'SMSFREE' } as const
    const session = await open(order)
    await confirm(await tokenOfNewestLink(email))

    expect(await stateOf(session)).toMatchObject({ status: 'active', channel: 'sms' })
    expect(await passesOf(email)).toMatchObject([
      {
        email,
        recipient: { channel: 'sms', address: '+14075550123' },
        consent: { version: SMS_CONSENT.version },
        paid: false,
      },
    ])
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
})

test('an account that is deleted leaves of a payment what accounts need, without an address', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session)
  await hearAbout(session)

  await billing.userDeleted([email], new Date(clock.now.getTime() + 1_000))

  expect((await app.inject({ url: `/checkouts/${session}` })).statusCode).toBe(404)
  const [kept] = await billing.db.execute<{ amount_cents: number; order_id: string | null }>(
    `select amount_cents, order_id from checkouts where session_id = '${session}'`,
  )
  expect(kept).toEqual({ amount_cents: 100, order_id: null })
})

test.for([
  ['no dates', { dates: [] }, 400, 'invalid-request'],
  ['400 dates', { dates: Array.from({ length: 400 }, () => TODAY) }, 400, 'invalid-request'],
  ['a day that is over', { dates: ['2026-06-30'] }, 422, 'date-in-past'],
  ['a phone that is no phone', { channel: 'sms', phone: '12' }, 400, 'invalid-request'],
  ['a number that no one has', { channel: 'sms', phone: '+1 007 555 0123' }, 422, 'phone-required'],
  ['a number of another country', { channel: 'sms', phone: '+44 7400 123456' }, 422, 'phone-country'],
  ['text messages without a phone', { channel: 'sms' }, 422, 'phone-required'],
  ['a code for the other channel', { promoCode: 'SMSFREE' }, 409, 'promo-code-wrong-channel'],
  ['a code that does not exist', { promoCode: 'NOTHING' }, 404, 'invalid-promo-code'],
  ['a park that does not exist', { parkId: randomUUID() }, 404, 'park-not-found'],
] as const)('an order with %s is refused', async ([, order, status, code]) => {
  const response = await billing.post('/checkouts', {
    email: anAddress(),
    parkId,
    dates: [TOMORROW],
    channel: 'email',
    ...order,
  })

  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code])
})

test('404: a session that does not exist', async () => {
  const response = await app.inject({ url: '/checkouts/cs_test_nothing' })

  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'checkout-not-found'])
})
