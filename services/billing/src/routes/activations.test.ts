import type { NewActivation } from '@walkon/contracts/http/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes.ts'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({ PROMO_GUESSES_PER_CLIENT: '1000' })
const { activate, clock, confirmAddress, later, linksTo, parkId, passesOf, redemptionsOf } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

describe('POST /activations, for an address that was never confirmed', () => {
  test('202: a link is sent, and nothing is active before it is followed', async () => {
    const email = anAddress()

    const response = await activate({ email, dates: [TOMORROW, TODAY, TODAY] })

    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ status: 'confirmation-sent' })
    expect(await linksTo(email)).toMatchObject([
      {
        notification: { name: 'confirm-alerts', about: ['Magic Kingdom', '1 and 2 July'] },
        expiresAt: '2026-07-02T16:00:00.000Z',
      },
    ])
    expect(await passesOf(email)).toEqual([])
  })

  test('202: an address is the same however it is typed', async () => {
    await activate({ email: '  Someone@Example.COM ' })

    expect(await linksTo('someone@example.com')).toHaveLength(1)
  })

  test('202: a double click makes one order and sends one mail', async () => {
    const email = anAddress()
    const before = await redemptionsOf('FREEDAY')

    const responses = await Promise.all([activate({ email }), activate({ email })])

    expect(responses.map((response) => response.json())).toEqual([
      { status: 'confirmation-sent' },
      { status: 'confirmation-sent' },
    ])
    expect(await linksTo(email)).toHaveLength(1)
    expect(await redemptionsOf('FREEDAY')).toBe((before ?? 0) + 1)
  })

  test('202: asking again a minute later sends another link for the same order', async () => {
    const email = anAddress()
    await activate({ email })
    const before = await redemptionsOf('FREEDAY')

    later(1)
    await activate({ email })

    expect(await linksTo(email)).toHaveLength(2)
    expect(await redemptionsOf('FREEDAY')).toBe(before)
  })

  test('429: another order within the minute must wait for its link, and redeems nothing', async () => {
    const email = anAddress()
    await activate({ email })
    const before = await redemptionsOf('FREEDAY')

    const response = await activate({ email, dates: [TOMORROW] })

    expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(response.headers['retry-after']).toBe('60')
    expect(await redemptionsOf('FREEDAY')).toBe(before)
  })

  test('429: nobody can have more than twenty links a day sent to somebody', async () => {
    const email = anAddress()
    for (let day = 1; day <= 20; day++) {
      await activate({ email, dates: [`2026-08-${String(day).padStart(2, '0')}`] })
      later(1)
    }

    const response = await activate({ email, dates: ['2026-08-21'] })

    expect(response.statusCode).toBe(429)
    expect(await linksTo(email)).toHaveLength(20)
  })
})

describe('POST /activations, for a confirmed address', () => {
  test('202: alerts are on at once, in a window for each day', async () => {
    const email = anAddress()
    await confirmAddress(email)

    const response = await activate({ email, dates: [TODAY, TOMORROW], startTime: '09:00' })

    expect(response.json()).toEqual({ status: 'active' })
    expect((await passesOf(email)).at(-1)).toMatchObject({
      recipient: { channel: 'email', address: email },
      parkId,
      parkName: 'Magic Kingdom',
      paid: false,
      windows: [
        { date: TODAY, startsAt: '2026-07-01T16:00:00.000Z', endsAt: '2026-07-02T16:00:00.000Z' },
        { date: TOMORROW, startsAt: '2026-07-02T13:00:00.000Z', endsAt: '2026-07-03T13:00:00.000Z' },
      ],
    })
  })

  test('202: ten clicks at once make one pass', async () => {
    const email = anAddress()
    await confirmAddress(email)

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => activate({ email, dates: [TOMORROW] })),
    )

    for (const response of responses) expect(response.json()).toEqual({ status: 'active' })
    expect(await passesOf(email)).toHaveLength(2)
  })

  test('202: the same order again within ten minutes is a retry', async () => {
    const email = anAddress()
    await confirmAddress(email)

    later(9)
    await activate({ email })

    expect(await passesOf(email)).toHaveLength(1)
  })

  test('202: the same order again ten minutes later is a new one', async () => {
    const email = anAddress()
    await confirmAddress(email)

    later(10)
    await activate({ email })

    expect(await passesOf(email)).toHaveLength(2)
  })

  test('202: an order that still waited for its own link is fulfilled when it is asked for again', async () => {
    const email = anAddress()
    await activate({ email, dates: [TOMORROW] })
    later(1)
    await confirmAddress(email)

    const response = await activate({ email, dates: [TOMORROW] })

    expect(response.json()).toEqual({ status: 'active' })
    expect(await passesOf(email)).toHaveLength(2)
  })
})

describe('POST /activations, with a code that is scarce', () => {
  test('409: of a hundred who redeem a one-use code at once, all but one are refused', async () => {
    await insertPromoCode(billing.db, { code: 'ONLYONE', channel: 'email', maxRedemptions: 1 })

    const responses = await Promise.all(Array.from({ length: 100 }, () => activate({ promoCode: 'ONLYONE' })))

    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 202)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    expect(await redemptionsOf('ONLYONE')).toBe(1)
  })

  test('409: of two orders of one address that redeem at once, one is refused', async () => {
    await insertPromoCode(billing.db, { code: 'ONCEEACH', channel: 'email', maxRedemptionsPerEmail: 1 })
    const email = anAddress()
    await confirmAddress(email)

    const responses = await Promise.all(
      [TODAY, TOMORROW].map((date) => activate({ email, dates: [date], promoCode: 'ONCEEACH' })),
    )

    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([202, 409]))
  })

  test('202: another address may redeem a code that is limited for each', async () => {
    await insertPromoCode(billing.db, { code: 'ONEPERSON', channel: 'email', maxRedemptionsPerEmail: 1 })
    await activate({ promoCode: 'ONEPERSON' })

    expect((await activate({ promoCode: 'ONEPERSON' })).statusCode).toBe(202)
  })
})

describe('POST /activations, refused', () => {
  const refusals: { name: string; body: Partial<NewActivation>; status: number; code: string }[] = [
    { name: 'a park that nobody knows', body: { parkId: randomUUID() }, status: 404, code: 'park-not-found' },
    {
      name: 'a code that nobody made',
      body: { promoCode: 'NOSUCH' },
      status: 404,
      code: 'invalid-promo-code',
    },
    {
      name: 'a code for text messages',
      body: { promoCode: 'SMSFREE' },
      status: 409,
      code: 'promo-code-wrong-channel',
    },
    { name: 'a day that is over', body: { dates: [TODAY, '2026-06-30'] }, status: 422, code: 'date-in-past' },
    {
      name: 'a day more than a year ahead',
      body: { dates: ['2027-07-02'] },
      status: 422,
      code: 'date-too-far',
    },
    {
      name: 'a day that no calendar has',
      body: { dates: ['2026-02-30'] },
      status: 400,
      code: 'invalid-request',
    },
    { name: 'no day', body: { dates: [] }, status: 400, code: 'invalid-request' },
    { name: 'an address that is none', body: { email: 'somebody' }, status: 400, code: 'invalid-request' },
    { name: 'a time that is none', body: { startTime: '25:00' }, status: 400, code: 'invalid-request' },
  ]

  test.for(refusals)('$status: $name', async ({ body, status, code }) => {
    expect((await activate(body)).json()).toMatchObject({ status, code })
  })

  test('404: a park that upstream lists no more', async () => {
    const { parkId: retired } = await billing.addPark({ retired: true })

    expect((await activate({ parkId: retired })).json()).toMatchObject({
      status: 404,
      code: 'park-not-found',
    })
  })

  test('400: a body that is no JSON', async () => {
    const response = await billing.app.inject({
      method: 'POST',
      url: '/activations',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    })

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid-json' })
  })

  test('202: today is the day of the park, not of the visitor', async () => {
    const { parkId: tokyo } = await billing.addPark({ name: 'Tokyo Disneyland', timezone: 'Asia/Tokyo' })

    const yesterday = await activate({ parkId: tokyo, dates: [TODAY] })
    const today = await activate({ parkId: tokyo, dates: [TOMORROW] })

    expect(yesterday.json()).toMatchObject({ status: 422, code: 'date-in-past' })
    expect(today.statusCode).toBe(202)
  })
})
