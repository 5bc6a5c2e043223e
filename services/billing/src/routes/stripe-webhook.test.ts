import { hashAddress } from '@walkon/service/address-hash'
import { findTraces } from '@walkon/testing/traces'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { anAddress, TODAY } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { idOf } from '../testing/plans.ts'
import { PREVIOUS_SECRET, WEBHOOK_SECRET } from '../testing/stripe.ts'

const billing = await createTestCheckouts()
const { app, deliver, eventsOf, hearAbout, later, open, passesOf, pay, receiptsTo, runJob, stripe, work } =
  billing
afterAll(billing.close)

test('200: both secrets are believed while one takes the place of the other', async () => {
  const session = await open()
  await pay(session)
  const [event] = await eventsOf(session)

  expect((await deliver(event!, PREVIOUS_SECRET)).statusCode).toBe(200)
})

/** A payment's event, and what the webhook's route makes of a request with it. */
async function anEvent() {
  const session = await open()
  await pay(session)
  const [event] = await eventsOf(session)
  if (!event) throw new Error('Nothing has happened to the session')
  return event
}

const intentOf = async (session: string) =>
  idOf((await stripe.checkout.sessions.retrieve(session)).payment_intent)

const sign = (payload: string, { secret = WEBHOOK_SECRET, timestamp = nowSeconds() } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
const nowSeconds = () => Math.floor(Date.now() / 1_000)

const send = (payload: string, signature?: string) =>
  app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    payload,
  })

const tampered = (payload: string) => payload.replace('"evt_', '"evt_other_')

test.for<[string, (payload: string) => ReturnType<typeof send>]>([
  ['without a signature', (payload) => send(payload)],
  ['with a signature that is none', (payload) => send(payload, 't=1,v1=00')],
  ['signed with a secret that is not ours', (payload) => send(payload, sign(payload, { secret: 'whsec_x' }))],
  ['changed after it was signed', (payload) => send(tampered(payload), sign(payload))],
  [
    'parsed and serialised again',
    (payload) => send(JSON.stringify(JSON.parse(payload), null, 2), sign(payload)),
  ],
  [
    'signed more than five minutes ago',
    (payload) => send(payload, sign(payload, { timestamp: nowSeconds() - 301 })),
  ],
  [
    'of live mode, while our key is for tests',
    (payload) => deliver({ ...JSON.parse(payload), livemode: true }),
  ],
])('401: an event %s is refused, and nothing is stored', async ([, attempt]) => {
  const event = await anEvent()
  await work()

  const response = await attempt(JSON.stringify(event))

  expect(response.statusCode).toBe(401)
  expect(await runJob('apply-stripe-events')).toBe(false)
})

test('401: an event of test mode is refused where our key is live', async () => {
  const payload = JSON.stringify(await anEvent())
  const { app: live } = billing.build({ env: { STRIPE_SECRET_KEY: 'sk_live_x' } })

  const response = await live.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(payload) },
    payload,
  })

  expect(response.statusCode).toBe(401)
  await live.close()
})

test('200: an event that is delivered again is stored once', async () => {
  const event = await anEvent()

  const statuses = [await deliver(event), await deliver(event)].map(({ statusCode }) => statusCode)

  expect(statuses).toEqual([200, 200])
  const rows = await billing.db.execute(`select from provider_events where event_id = '${event.id}'`)
  expect(rows).toHaveLength(1)
})

test('200: what is stored of an event names no person, so that events after an erasure leave nothing either', async () => {
  const email = anAddress()
  await hearAbout(await open({ email, dates: [TODAY] }))
  const session = await open({ email })
  await billing.buy(session)
  await billing.userDeleted([email])
  await billing.publishAll()
  await stripe.refunds.create({ payment_intent: await intentOf(session), amount: 1 })
  await hearAbout(session)

  const { outbox: _, ...traces } = await findTraces(billing.db, email, hashAddress(email))
  expect(traces).toEqual({ ended_links: 1 })
})

test('200: an event that cannot be read is kept as it came, for a replay', async () => {
  const event = await anEvent()
  const broken = JSON.stringify({ ...event, type: 'refund.created', data: { object: { payment_intent: 1 } } })

  expect((await send(broken, sign(broken))).statusCode).toBe(200)

  const rows = await billing.db.execute(
    `select convert_from(body, 'UTF8') as body from provider_events where event_id = '${event.id}'`,
  )
  expect(rows).toEqual([{ body: broken }])
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

test('200: events that are shuffled, doubled and half of them lost make each paid order exactly one pass and receipt', async () => {
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
