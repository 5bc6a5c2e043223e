import type { NewActivation } from '@walkon/contracts/http/billing'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { linkHeaders } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes.ts'
import { anAddress, createTestBilling, NOON, postTo, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({
  PROMO_GUESSES_PER_CLIENT: '1000',
  ACTIVATION_MAILS_PER_CLIENT: '1000',
})
const { activate, activateOwn, clock, confirm, later, linksTo, parkId, passesOf, redemptionsOf } = billing
const { accounts, askForLink } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const SENT = { status: 'confirmation-sent' }
const ACTIVE = { status: 'active' }

describe('POST /activations, without a proof of the address', () => {
  test('202: a request without a proof gets a confirmation link, and makes no pass', async () => {
    const email = anAddress()

    const response = await activate({ email, dates: [TOMORROW, TODAY, TODAY] })

    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual(SENT)
    expect(await linksTo(email)).toMatchObject([
      {
        notification: { name: 'confirm-alerts', about: ['Magic Kingdom', 'July 1 and 2'] },
        expiresAt: '2026-07-02T16:00:00.000Z',
      },
    ])
    expect(await passesOf(email)).toEqual([])
  })

  test('202: an address with an earlier confirmed order gets a link too, and keeps its passes unchanged', async () => {
    const email = anAddress()
    await confirm(await askForLink({ email }))
    later(20)

    const response = await activate({ email, dates: [TOMORROW] })

    expect(response.json()).toEqual(SENT)
    expect(await linksTo(email)).toHaveLength(2)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test('202: the account token or manage link of another address does not prove this one', async () => {
    const other = anAddress()
    for (const headers of [accounts.headersFor({ email: other }), await linkHeaders(other)]) {
      const email = anAddress()
      expect((await activate({ email }, { headers })).json()).toEqual(SENT)
      expect(await passesOf(email)).toEqual([])
    }
  })

  test('401: the unsubscribe link of an address does not prove it', async () => {
    const email = anAddress()
    const headers = await linkHeaders(email, 'unsubscribe')
    expect((await activate({ email }, { headers })).statusCode).toBe(401)
  })

  test('202: an address is normalised: spaces around it and its case make no difference', async () => {
    await activate({ email: '  Someone@Example.COM ' })

    expect(await linksTo('someone@example.com')).toHaveLength(1)
  })

  test('202: two equal requests at once place one order and send one mail', async () => {
    const email = anAddress()

    const responses = await Promise.all([activate({ email }), activate({ email })])

    expect(responses.map((response) => response.json())).toEqual([SENT, SENT])
    expect(await linksTo(email)).toHaveLength(1)
  })

  test('202: a repeated request is answered alike before and after its link was used', async () => {
    const email = anAddress()
    await confirm(await askForLink({ email }))

    expect((await activate({ email })).json()).toEqual(SENT)
    expect(await linksTo(email)).toHaveLength(1)
  })

  test('202: the same request a minute later sends another link for the same order', async () => {
    const email = anAddress()
    const first = await askForLink({ email })
    later(1)
    const second = await askForLink({ email })

    await confirm(first)
    await confirm(second)

    expect(await passesOf(email)).toHaveLength(1)
  })

  test.for([['a new address'], ['an address with alerts']] as const)(
    '429: %s must wait a minute between the links of two orders, and redeems no promo code meanwhile',
    async ([which]) => {
      const email = anAddress()
      if (which === 'an address with alerts') await activateOwn({ email, dates: [TOMORROW] })
      await activate({ email })
      const before = await redemptionsOf('FREEDAY')

      const response = await activate({ email, dates: [TOMORROW] })

      expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
      expect(response.headers['retry-after']).toBe('60')
      expect(await redemptionsOf('FREEDAY')).toBe(before)
    },
  )

  test('429: an address gets at most twenty links a day, while its account and manage link still activate', async () => {
    const email = anAddress()
    for (let day = 1; day <= 20; day++) {
      await activate({ email, dates: [`2026-08-${String(day).padStart(2, '0')}`] })
      later(1)
    }

    const response = await activate({ email, dates: ['2026-08-21'] })

    expect(response.statusCode).toBe(429)
    expect(await linksTo(email)).toHaveLength(20)
    expect((await activateOwn({ email, dates: ['2026-08-21'] })).json()).toEqual(ACTIVE)
    const headers = await linkHeaders(email)
    expect((await activate({ email, dates: ['2026-08-22'] }, { headers })).json()).toEqual(ACTIVE)
  })
})

describe('POST /activations, with a proof of the address', () => {
  test('202: a proven address gets its pass at once, with a window for each day and without a mail', async () => {
    const email = anAddress()

    const response = await activateOwn({ email, dates: [TODAY, TOMORROW], startTime: '09:00' })

    expect(response.json()).toEqual(ACTIVE)
    expect(await linksTo(email)).toEqual([])
    expect(await passesOf(email)).toMatchObject([
      {
        recipient: { channel: 'email', address: email },
        parkId,
        parkName: 'Magic Kingdom',
        paid: false,
        windows: [
          { date: TODAY, startsAt: '2026-07-01T16:00:00.000Z', endsAt: '2026-07-02T16:00:00.000Z' },
          { date: TOMORROW, startsAt: '2026-07-02T13:00:00.000Z', endsAt: '2026-07-03T13:00:00.000Z' },
        ],
      },
    ])
  })

  test('202: the manage link of a mail proves its address', async () => {
    const email = anAddress()
    expect((await activate({ email }, { headers: await linkHeaders(email) })).json()).toEqual(ACTIVE)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test.for([
    ['has expired', { expiresInSeconds: -1 }, 401],
    ['owes the second factor', { aalRequired: 'aal2' }, 403],
  ] as const)('a token that %s is refused, so that its owner sends another', async ([, claims, status]) => {
    const email = anAddress()
    const headers = accounts.headersFor({ email, ...claims })
    expect((await activate({ email }, { headers })).statusCode).toBe(status)
    expect(await linksTo(email)).toEqual([])
  })

  test('202: ten equal requests at once from a proven address make one pass', async () => {
    const email = anAddress()

    const responses = await Promise.all(Array.from({ length: 10 }, () => activateOwn({ email })))

    for (const response of responses) expect(response.json()).toEqual(ACTIVE)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test.for([
    [9, 1],
    [10, 2],
  ] as const)(
    '202: the same order again after %i minutes, from a proven address, makes %i passes in all',
    async ([minutes, passes]) => {
      const email = anAddress()
      await activateOwn({ email })

      later(minutes)
      await activateOwn({ email })

      expect(await passesOf(email)).toHaveLength(passes)
    },
  )

  test('202: a proof fulfils the order that waits for its link, and the link then answers active', async () => {
    const email = anAddress()
    const token = await askForLink({ email })

    expect((await activateOwn({ email })).json()).toEqual(ACTIVE)
    expect((await confirm(token)).json()).toMatchObject(ACTIVE)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test('409: of two orders at once with a promo code that allows one redemption an address, one is refused', async () => {
    await insertPromoCode(billing.db, { code: 'ONCEEACH', channel: 'email', maxRedemptionsPerEmail: 1 })
    const email = anAddress()

    const responses = await Promise.all(
      [TODAY, TOMORROW].map((date) => activateOwn({ email, dates: [date], promoCode: 'ONCEEACH' })),
    )

    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([202, 409]))
    expect((await activateOwn({ promoCode: 'ONCEEACH' })).statusCode).toBe(202)
  })
})

describe('POST /activations, with a code that is limited', () => {
  test('202: unconfirmed orders use up no redemption of a limited promo code', async () => {
    await insertPromoCode(billing.db, { code: 'SCARCE', channel: 'email', maxRedemptions: 1 })
    for (let invented = 0; invented < 20; invented++) await activate({ promoCode: 'SCARCE' })

    expect(await redemptionsOf('SCARCE')).toBe(0)
    expect((await activateOwn({ promoCode: 'SCARCE' })).json()).toEqual(ACTIVE)
    expect((await activate({ promoCode: 'SCARCE' })).json()).toMatchObject({ code: 'promo-code-spent' })
  })

  test('202: the answer to a request without a proof does not reveal that the address has used the promo code', async () => {
    await insertPromoCode(billing.db, { code: 'ONEPERSON', channel: 'email', maxRedemptionsPerEmail: 1 })
    const email = anAddress()
    await activateOwn({ email, promoCode: 'ONEPERSON' })

    expect((await activate({ email, promoCode: 'ONEPERSON', dates: [TOMORROW] })).json()).toEqual(SENT)
  })
})

describe('POST /activations, from one client', () => {
  const ask = (app: typeof billing.app, remoteAddress: string) =>
    postTo(
      app,
      '/activations',
      { email: anAddress(), parkId, dates: [TODAY], promoCode: 'FREEDAY' },
      { remoteAddress },
    )

  test('429: a network requests a limited number of mails in five minutes, counted over all replicas', async () => {
    const cache = createMemoryCache()
    const env = { ACTIVATION_MAILS_PER_CLIENT: '2' }
    const [one, two] = [billing.build({ cache, env }), billing.build({ cache, env })]
    const statuses: number[] = []
    for (const [app, address] of [
      [one.app, '2001:db8:1:2::1'],
      [two.app, '2001:db8:1:2::2'],
      [two.app, '2001:db8:1:2::3'],
      [two.app, '2001:db8:9:9::1'],
    ] as const)
      statuses.push((await ask(app, address)).statusCode)

    expect(statuses).toEqual([202, 202, 429, 202])
    later(5)
    expect((await ask(one.app, '2001:db8:1:2::1')).statusCode).toBe(202)
    await Promise.all([one.app.close(), two.app.close()])
  })

  test('202: a request with a proof does not count towards the mail limit of its network', async () => {
    const { app } = billing.build({ env: { ACTIVATION_MAILS_PER_CLIENT: '1' } })
    await ask(app, '203.0.113.9')
    const email = anAddress()
    const body = { email, parkId, dates: [TODAY], promoCode: 'FREEDAY' }

    const response = await postTo(app, '/activations', body, {
      remoteAddress: '203.0.113.9',
      headers: accounts.headersFor({ email }),
    })

    expect(response.json()).toEqual(ACTIVE)
    await app.close()
  })

  test('activation mails are counted by outcome, for an alarm on their total', async () => {
    const { app, metrics } = billing.build({ env: { ACTIVATION_MAILS_PER_CLIENT: '4' } })
    const body = { email: anAddress(), parkId, dates: [TODAY], promoCode: 'FREEDAY' }
    for (const dates of [[TODAY], [TODAY], [TOMORROW], [TODAY], [TODAY]])
      await postTo(app, '/activations', { ...body, dates })

    const { values } = await metrics.getSingleMetric('activation_mail_requests_total')!.get()
    expect(values.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
      ['sent', 1],
      ['repeated', 2],
      ['address-limited', 1],
      ['client-limited', 1],
    ])
    await app.close()
  })
})

describe('POST /activations, refused', () => {
  const refusals: { name: string; body: Partial<NewActivation>; status: number; code: string }[] = [
    {
      name: 'a park that does not exist is refused',
      body: { parkId: randomUUID() },
      status: 404,
      code: 'park-not-found',
    },
    {
      name: 'a promo code that does not exist is refused',
      body: { promoCode: 'NOSUCH' },
      status: 404,
      code: 'invalid-promo-code',
    },
    {
      name: 'a promo code for text messages is refused for email alerts',
      body: { promoCode: 'SMSFREE' },
      status: 409,
      code: 'promo-code-wrong-channel',
    },
    {
      name: 'a day that is over at the park is refused',
      body: { dates: [TODAY, '2026-06-30'] },
      status: 422,
      code: 'date-in-past',
    },
    {
      name: 'a day more than 365 days ahead is refused',
      body: { dates: ['2027-07-02'] },
      status: 422,
      code: 'date-too-far',
    },
    {
      name: 'a date that does not exist is refused',
      body: { dates: ['2026-02-30'] },
      status: 400,
      code: 'invalid-request',
    },
    { name: 'an order without a day is refused', body: { dates: [] }, status: 400, code: 'invalid-request' },
    {
      name: 'text that is no email address is refused',
      body: { email: 'visitor' },
      status: 400,
      code: 'invalid-request',
    },
    {
      name: 'a start time that does not exist is refused',
      body: { startTime: '25:00' },
      status: 400,
      code: 'invalid-request',
    },
  ]

  test.for(refusals)('$status: $name', async ({ body, status, code }) => {
    expect((await activate(body)).json()).toMatchObject({ status, code })
  })

  test('404: a retired park is refused', async () => {
    const { parkId: retired } = await billing.addPark({ retired: true })

    expect((await activate({ parkId: retired })).json()).toMatchObject({
      status: 404,
      code: 'park-not-found',
    })
  })

  test('400: a body that is not JSON is refused', async () => {
    const response = await billing.app.inject({
      method: 'POST',
      url: '/activations',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    })

    expect(response.json()).toMatchObject({ status: 400, code: 'invalid-json' })
  })

  test('202: a day is judged by the calendar of the park, not of the visitor', async () => {
    const { parkId: tokyo } = await billing.addPark({ name: 'Tokyo Disneyland', timezone: 'Asia/Tokyo' })

    const yesterday = await activate({ parkId: tokyo, dates: [TODAY] })
    const today = await activate({ parkId: tokyo, dates: [TOMORROW] })

    expect(yesterday.json()).toMatchObject({ status: 422, code: 'date-in-past' })
    expect(today.statusCode).toBe(202)
  })
})
