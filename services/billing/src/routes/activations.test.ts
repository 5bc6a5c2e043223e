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
  test('202: a link is sent, and nothing is active before it is followed', async () => {
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

  test('202: an address that was confirmed before gets a link, and nothing of it changes', async () => {
    const email = anAddress()
    await confirm(await askForLink({ email }))
    later(20)

    const response = await activate({ email, dates: [TOMORROW] })

    expect(response.json()).toEqual(SENT)
    expect(await linksTo(email)).toHaveLength(2)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test('202: the account or the manage link of another address proves nothing', async () => {
    const other = anAddress()
    for (const headers of [accounts.headersFor({ email: other }), await linkHeaders(other)]) {
      const email = anAddress()
      expect((await activate({ email }, { headers })).json()).toEqual(SENT)
      expect(await passesOf(email)).toEqual([])
    }
  })

  test('401: the unsubscribe link of the address proves nothing', async () => {
    const email = anAddress()
    const headers = await linkHeaders(email, 'unsubscribe')
    expect((await activate({ email }, { headers })).statusCode).toBe(401)
  })

  test('202: an address is the same however it is typed', async () => {
    await activate({ email: '  Someone@Example.COM ' })

    expect(await linksTo('someone@example.com')).toHaveLength(1)
  })

  test('202: a double click makes one order and sends one mail', async () => {
    const email = anAddress()

    const responses = await Promise.all([activate({ email }), activate({ email })])

    expect(responses.map((response) => response.json())).toEqual([SENT, SENT])
    expect(await linksTo(email)).toHaveLength(1)
  })

  test('202: the answer to a repeated request does not tell that its link was followed', async () => {
    const email = anAddress()
    await confirm(await askForLink({ email }))

    expect((await activate({ email })).json()).toEqual(SENT)
    expect(await linksTo(email)).toHaveLength(1)
  })

  test('202: asking again a minute later sends another link for the same order', async () => {
    const email = anAddress()
    const first = await askForLink({ email })
    later(1)
    const second = await askForLink({ email })

    await confirm(first)
    await confirm(second)

    expect(await passesOf(email)).toHaveLength(1)
  })

  test.for([['a new address'], ['an address with alerts']] as const)(
    '429: %s must wait a minute for the link of another order, and redeems nothing',
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

  test('429: an address is sent at most twenty links a day, and its account and its manage link go on working', async () => {
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
  test('202: alerts are on at once, in a window for each day, and no mail is needed', async () => {
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

  test('202: the manage link of a mail is a proof', async () => {
    const email = anAddress()
    expect((await activate({ email }, { headers: await linkHeaders(email) })).json()).toEqual(ACTIVE)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test.for([
    ['has expired', { expiresInSeconds: -1 }, 401],
    ['owes the second factor', { aalRequired: 'aal2' }, 403],
  ] as const)('%s: a token is refused, so that its owner shows another', async ([, claims, status]) => {
    const email = anAddress()
    const headers = accounts.headersFor({ email, ...claims })
    expect((await activate({ email }, { headers })).statusCode).toBe(status)
    expect(await linksTo(email)).toEqual([])
  })

  test('202: ten clicks at once make one pass', async () => {
    const email = anAddress()

    const responses = await Promise.all(Array.from({ length: 10 }, () => activateOwn({ email })))

    for (const response of responses) expect(response.json()).toEqual(ACTIVE)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test.for([
    [9, 1],
    [10, 2],
  ] as const)(
    '202: the same order again after %i minutes makes %i passes in all',
    async ([minutes, passes]) => {
      const email = anAddress()
      await activateOwn({ email })

      later(minutes)
      await activateOwn({ email })

      expect(await passesOf(email)).toHaveLength(passes)
    },
  )

  test('202: an order that waits for its link is fulfilled, and the link says so', async () => {
    const email = anAddress()
    const token = await askForLink({ email })

    expect((await activateOwn({ email })).json()).toEqual(ACTIVE)
    expect((await confirm(token)).json()).toMatchObject(ACTIVE)
    expect(await passesOf(email)).toHaveLength(1)
  })

  test('409: of two orders that use up the code of an address at once, one is refused', async () => {
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
  test('202: orders that are not confirmed use up nothing', async () => {
    await insertPromoCode(billing.db, { code: 'SCARCE', channel: 'email', maxRedemptions: 1 })
    for (let invented = 0; invented < 20; invented++) await activate({ promoCode: 'SCARCE' })

    expect(await redemptionsOf('SCARCE')).toBe(0)
    expect((await activateOwn({ promoCode: 'SCARCE' })).json()).toEqual(ACTIVE)
    expect((await activate({ promoCode: 'SCARCE' })).json()).toMatchObject({ code: 'promo-code-spent' })
  })

  test('202: the answer does not tell that the address has used the code', async () => {
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

  test('429: a network asks for at most so many mails in five minutes, in every replica', async () => {
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

  test('202: a request with a proof needs no mail and is not counted', async () => {
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

  test('what became of the mails is counted, for an alarm on their total', async () => {
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
