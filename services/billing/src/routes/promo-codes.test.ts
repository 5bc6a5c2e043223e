import type { Cache } from '@walkon/service/cache'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import { anAddress, createTestBilling, NOON, postTo, TODAY, type Sender } from '../testing/billing.ts'

const billing = await createTestBilling({ PROMO_GUESSES_PER_CLIENT: '3', PROMO_GUESSES_PER_MINUTE: '1000' })

beforeAll(async () => {
  await insertPromoCode(billing.db, {
    code: 'LASTYEAR',
    channel: 'email',
    expiresAt: new Date('2026-01-01T00:00:00Z'),
  })
  await insertPromoCode(billing.db, { code: 'GONE', channel: 'email', maxRedemptions: 1, redemptions: 1 })
})
afterAll(billing.close)

let nextClient = 1
const aClient = () => `203.0.113.${nextClient++}`

const check = (code: string, client = aClient(), { app } = { app: billing.app }) =>
  postTo(app, '/promo-codes/check', { code, channel: 'email' }, { remoteAddress: client })

describe('POST /promo-codes/check', () => {
  test('200: a promo code is found whatever its case and the spaces around it', async () => {
    const response = await check(' freeday ')

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      code: 'FREEDAY',
      channel: 'email',
      discount: { kind: 'all-days' },
      free: true,
    })
  })

  test('200: the check says what a code does that leaves something to pay', async () => {
    await insertPromoCode(billing.db, { code: 'HALF', channel: 'email', discount: 'percentage', percent: 50 })
    await insertPromoCode(billing.db, { code: 'ONEDAY', channel: 'email', discount: 'one-day' })

    expect((await check('HALF')).json()).toMatchObject({
      discount: { kind: 'percentage', percent: 50 },
      free: false,
    })
    expect((await check('ONEDAY')).json()).toMatchObject({ discount: { kind: 'one-day' }, free: false })
  })

  test('404: a promo code that does not exist is refused', async () => {
    expect((await check('NOSUCHCODE')).json()).toMatchObject({ status: 404, code: 'invalid-promo-code' })
  })

  test('409: a promo code for text messages is refused for email', async () => {
    expect((await check('SMSFREE')).json()).toMatchObject({ status: 409, code: 'promo-code-wrong-channel' })
  })

  test('409: a promo code that has reached its limit of redemptions is refused', async () => {
    expect((await check('GONE')).json()).toMatchObject({ status: 409, code: 'promo-code-spent' })
  })

  test('410: an expired promo code is refused', async () => {
    expect((await check('LASTYEAR')).json()).toMatchObject({ status: 410, code: 'promo-code-expired' })
  })

  test('400: the answer to a body without a promo code names the missing field', async () => {
    const response = await billing.post('/promo-codes/check', { channel: 'email' })

    expect(response.json()).toMatchObject({
      status: 400,
      code: 'invalid-request',
      errors: [{ path: 'code' }],
    })
  })

  test.for(['FREEDAY\0', '\ud800'])(
    '400: a promo code with a character that PostgreSQL cannot store is refused, %j',
    async (code) => {
      expect((await check(code)).json()).toMatchObject({ status: 400, code: 'invalid-request' })
    },
  )

  test('429: a client over its limit of wrong promo codes is refused for the rest of the minute, even with a valid code', async () => {
    const guesser = aClient()
    for (const code of ['A', 'B', 'C']) await check(code, guesser)

    const response = await check('FREEDAY', guesser)

    expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(await billing.metrics.getSingleMetricAsString('limits_hit_total')).toContain(
      '{limit="promo-guess"',
    )
    expect(Number(response.headers['retry-after'])).toBe(60)
  })

  test('200: a client over its limit of wrong promo codes may check codes again in the next minute', async () => {
    const guesser = aClient()
    for (const code of ['A', 'B', 'C']) await check(code, guesser)

    billing.clock.now = new Date(NOON.getTime() + 60_000)
    const response = await check('FREEDAY', guesser)
    billing.clock.now = NOON

    expect(response.statusCode).toBe(200)
  })

  test('200: checks of valid promo codes are not limited', async () => {
    const family = aClient()
    for (let i = 0; i < 10; i++) expect((await check('FREEDAY', family)).statusCode).toBe(200)
  })

  test('429: wrong promo codes in activations count towards the limit of checks', async () => {
    const guesser = aClient()
    const activation = { email: 'guesser@example.com', parkId: billing.parkId, dates: ['2026-07-01'] }
    for (const promoCode of ['A', 'B', 'C'])
      await billing.post('/activations', { ...activation, promoCode }, { remoteAddress: guesser })

    expect((await check('FREEDAY', guesser)).statusCode).toBe(429)
  })
})

describe('after too many wrong promo codes from all clients together', () => {
  const guesser = aClient()
  const crowded = billing.build({
    env: {
      PROMO_GUESSES_PER_CLIENT: '1',
      PROMO_GUESSES_PER_MINUTE: '2',
      PROMO_GUESSES_PER_ADDRESS: '2',
      ACTIVATION_MAILS_PER_CLIENT: '2',
    },
  })
  beforeAll(async () => {
    for (const code of ['A', 'B']) await check(code, code === 'A' ? guesser : aClient(), crowded)
  })
  afterAll(() => crowded.app.close())

  const activate = (promoCode: string, { email = anAddress(), ...from }: Sender & { email?: string }) =>
    postTo(crowded.app, '/activations', { email, parkId: billing.parkId, dates: [TODAY], promoCode }, from)

  test('429: after too many wrong promo codes from all clients together, the check refuses each that has guessed wrong', async () => {
    expect((await check('FREEDAY', guesser, crowded)).statusCode).toBe(429)
  })

  test('200: a client that has guessed nothing wrong is judged as always', async () => {
    expect((await check('FREEDAY', aClient(), crowded)).statusCode).toBe(200)
  })

  test.for(['FREEDAY', 'WRONG'])(
    '202: while checks of a client are refused, its activation is accepted and its promo code %s judged at the confirmation',
    async (code) => {
      const response = await activate(code, { remoteAddress: guesser })
      expect(response.json()).toEqual({ status: 'confirmation-sent' })
    },
  )

  test('202: while checks are refused, the promo code of a proven address is judged within the limit of that address', async () => {
    const email = anAddress()
    const headers = billing.accounts.headersFor({ email })
    expect((await activate('FREEDAY', { email, headers })).json()).toEqual({ status: 'active' })

    const statuses: number[] = []
    for (const code of ['A', 'B', 'C']) statuses.push((await activate(code, { email, headers })).statusCode)
    expect(statuses).toEqual([404, 404, 429])
  })
})

const away = async () => Promise.reject(new Error('Redis is away'))

describe('POST /promo-codes/check while the shared cache is away', () => {
  test('429: wrong promo codes are limited while the shared cache is away', async () => {
    const cache: Cache = { ...createMemoryCache(), get: away, increment: away }
    const alone = billing.build({ cache, env: { PROMO_GUESSES_PER_CLIENT: '1' } })
    const guesser = aClient()
    expect((await check('A', guesser, alone)).statusCode).toBe(404)

    expect((await check('B', guesser, alone)).statusCode).toBe(429)
    await alone.app.close()
  })
})
