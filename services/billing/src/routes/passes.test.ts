import type { Page } from '@walkon/contracts/http/page'
import type { PassView } from '@walkon/contracts/http/passes'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { markDue } from '../db/payments/due.ts'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { startTestStripe } from '../testing/stripe.ts'

const DAY_MINUTES = 24 * 60

const clock = { now: NOON }
const stripe = await startTestStripe(clock)
const billing = await createTestBilling(stripe.env, clock)
const { app, db, parkId, accounts } = billing
afterAll(async () => {
  await billing.close()
  await stripe.stop()
})

const ask = (path: string, email: string) =>
  app.inject({ url: path, headers: accounts.headersFor({ email }) })
const listOf = async (email: string, query = '') =>
  (await ask(`/passes${query}`, email)).json<Page<PassView>>()
const passOf = async (email: string) => (await listOf(email)).items[0]

async function order(email: string, dates = [TODAY]): Promise<string> {
  const response = await billing.post('/checkouts', { email, parkId, dates, channel: 'email' })
  return response.json<{ sessionId: string }>().sessionId
}

/** Acts at Stripe, and lets billing look at it. */
async function atStripe(sessionId: string, action: 'pay' | 'expire' | 'refund', body: object = {}) {
  await stripe.control('POST', `/payments/${sessionId}/${action}`, body)
  await markDue(db, 'checkouts', { sessionId }, clock.now)
  while (await billing.runJob('settle-checkouts')) continue
}

async function buy(email: string, dates = [TODAY]): Promise<string> {
  const sessionId = await order(email, dates)
  await atStripe(sessionId, 'pay')
  return sessionId
}

describe('GET /passes', () => {
  test('200: a paid pass is listed with its park, days, price, payment and order number', async () => {
    const email = anAddress()
    await buy(email, [TODAY, TOMORROW])

    const response = await ask('/passes', email)

    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      items: [
        {
          orderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          state: 'active',
          channel: 'email',
          parkId,
          parkName: 'Magic Kingdom',
          dates: [TODAY, TOMORROW],
          passEnd: { endsAt: '2026-07-03T08:00:00.000Z', timezone: 'America/New_York' },
          currency: 'usd',
          dayPriceCents: 100,
          discountCents: 0,
          totalCents: 200,
          promoCode: null,
          paidCents: 200,
          refundedCents: 0,
          orderedAt: NOON.toISOString(),
          paidAt: NOON.toISOString(),
        },
      ],
      next: null,
    })
  })

  test('200: an order is listed while it awaits its payment, and no longer when it was given up', async () => {
    const email = anAddress()
    const sessionId = await order(email)
    expect(await passOf(email)).toMatchObject({ state: 'awaiting-payment', paidCents: 0, paidAt: null })

    await atStripe(sessionId, 'expire')

    expect((await listOf(email)).items).toEqual([])
  })

  test('200: an order on whose payment a bank works says so, until the bank has paid', async () => {
    const email = anAddress()
    const sessionId = await order(email)
    await atStripe(sessionId, 'pay', { outcome: 'processing' })
    expect(await passOf(email)).toMatchObject({ state: 'payment-processing', paidCents: 0, paidAt: null })

    await atStripe(sessionId, 'pay', { outcome: 'paid' })

    expect(await passOf(email)).toMatchObject({ state: 'active', paidCents: 100 })
  })

  test('200: a free pass is listed from its request on, with nothing paid', async () => {
    const email = anAddress()
    const token = await billing.askForLink({ email, dates: [TOMORROW] })
    expect(await passOf(email)).toMatchObject({ state: 'awaiting-confirmation', totalCents: 0 })

    await billing.confirm(token)

    expect(await passOf(email)).toMatchObject({ state: 'upcoming', promoCode: 'FREEDAY', paidCents: 0 })
  })

  test('200: a pass whose payment was partly refunded stays active, and says how much went back', async () => {
    const email = anAddress()
    const sessionId = await buy(email, [TODAY, TOMORROW])
    await atStripe(sessionId, 'refund', { amountCents: 50 })

    expect(await passOf(email)).toMatchObject({ state: 'active', paidCents: 200, refundedCents: 50 })
  })

  test('200: a pass whose payment was refunded during its day is revoked', async () => {
    const email = anAddress()
    await atStripe(await buy(email), 'refund')

    expect(await passOf(email)).toMatchObject({ state: 'revoked', paidCents: 100, refundedCents: 100 })
  })

  test('200: pages come newest first, and repeat and skip nothing', async () => {
    const email = anAddress()
    for (const date of [TODAY, TOMORROW, '2026-07-03']) {
      await billing.activateOwn({ email, dates: [date] })
      billing.later(1)
    }
    const first = await listOf(email, '?limit=2')
    const second = await listOf(email, `?limit=2&cursor=${first.next}`)

    expect(first.items.map(({ dates }) => dates)).toEqual([['2026-07-03'], [TOMORROW]])
    expect(second).toMatchObject({ items: [{ dates: [TODAY] }], next: null })
  })

  test('200: an account reads nothing of another address', async () => {
    await buy(anAddress())

    expect(await listOf(anAddress())).toEqual({ items: [], next: null })
  })

  test('400: a cursor that is none of this list is refused', async () => {
    const response = await ask('/passes?cursor=bm9uZQ', anAddress())

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid-request' })
  })
})

describe('GET /passes/:orderId', () => {
  test('200: the order is as the list has it', async () => {
    const email = anAddress()
    await buy(email)
    const listed = await passOf(email)

    const response = await ask(`/passes/${listed?.orderId}`, email)

    expect(response.statusCode).toBe(200)
    expect(response.json<PassView>()).toEqual(listed)
  })

  test('200: a pass is over once its last day has ended', async () => {
    const email = anAddress()
    await buy(email)
    const listed = await passOf(email)
    billing.later(DAY_MINUTES)

    expect((await ask(`/passes/${listed?.orderId}`, email)).json()).toMatchObject({ state: 'over' })
  })

  test('200: a pass names only the days that were not over when it was made', async () => {
    const email = anAddress()
    clock.now = new Date('2026-07-20T16:00:00Z')
    const token = await billing.askForLink({ email, dates: ['2026-07-20', '2026-07-21'] })
    billing.later(20 * 60)
    await billing.confirm(token)

    expect(await passOf(email)).toMatchObject({ dates: ['2026-07-21'] })
  })

  test('404: an order of another address is answered like one that does not exist', async () => {
    const email = anAddress()
    await billing.activateOwn({ email, dates: ['2026-07-29'] })
    const listed = await passOf(email)

    const answers = [
      await ask(`/passes/${listed?.orderId}`, anAddress()),
      await ask(`/passes/${randomUUID()}`, email),
    ].map((response) => [response.statusCode, response.json<{ code: string; detail: string }>()] as const)

    expect(answers.map(([status, { code, detail }]) => [status, code, detail])).toEqual([
      [404, 'order-not-found', 'No such order'],
      [404, 'order-not-found', 'No such order'],
    ])
  })

  test('400: what is no order number is refused', async () => {
    expect((await ask('/passes/mine', anAddress())).statusCode).toBe(400)
  })
})
