import type { Cache } from '@walkon/service/cache'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes.ts'
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
  test('200: a code is known however it is typed', async () => {
    const response = await check(' freeday ')

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ code: 'FREEDAY', channel: 'email', free: true })
  })

  test('404: a code that nobody made', async () => {
    expect((await check('NOSUCHCODE')).json()).toMatchObject({ status: 404, code: 'invalid-promo-code' })
  })

  test('409: a code for text messages', async () => {
    expect((await check('SMSFREE')).json()).toMatchObject({ status: 409, code: 'promo-code-wrong-channel' })
  })

  test('409: a code that was redeemed as often as it may be', async () => {
    expect((await check('GONE')).json()).toMatchObject({ status: 409, code: 'promo-code-spent' })
  })

  test('410: a code that has expired', async () => {
    expect((await check('LASTYEAR')).json()).toMatchObject({ status: 410, code: 'promo-code-expired' })
  })

  test('400: a body without a code names the field', async () => {
    const response = await billing.post('/promo-codes/check', { channel: 'email' })

    expect(response.json()).toMatchObject({
      status: 400,
      code: 'invalid-request',
      errors: [{ path: 'code' }],
    })
  })

  test.for(['FREEDAY\0', '\ud800'])(
    '400: a code with the character that no text may hold, %j',
    async (code) => {
      expect((await check(code)).json()).toMatchObject({ status: 400, code: 'invalid-request' })
    },
  )

  test('429: a client that guessed wrong too often hears nothing more this minute, even of a right code', async () => {
    const guesser = aClient()
    for (const code of ['A', 'B', 'C']) await check(code, guesser)

    const response = await check('FREEDAY', guesser)

    expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(await billing.metrics.getSingleMetricAsString('limits_hit_total')).toContain(
      '{limit="promo-guess"',
    )
    expect(Number(response.headers['retry-after'])).toBe(60)
  })

  test('200: a client that guessed wrong too often may go on in the next minute', async () => {
    const guesser = aClient()
    for (const code of ['A', 'B', 'C']) await check(code, guesser)

    billing.clock.now = new Date(NOON.getTime() + 60_000)
    const response = await check('FREEDAY', guesser)
    billing.clock.now = NOON

    expect(response.statusCode).toBe(200)
  })

  test('200: right codes are never counted', async () => {
    const family = aClient()
    for (let i = 0; i < 10; i++) expect((await check('FREEDAY', family)).statusCode).toBe(200)
  })

  test('429: the codes guessed in an activation are counted with those guessed here', async () => {
    const guesser = aClient()
    const activation = { email: 'guesser@example.com', parkId: billing.parkId, dates: ['2026-07-01'] }
    for (const promoCode of ['A', 'B', 'C'])
      await billing.post('/activations', { ...activation, promoCode }, { remoteAddress: guesser })

    expect((await check('FREEDAY', guesser)).statusCode).toBe(429)
  })
})

describe('a promo code, after too many wrong ones from all clients', () => {
  const crowded = billing.build({
    env: {
      PROMO_GUESSES_PER_CLIENT: '1',
      PROMO_GUESSES_PER_MINUTE: '2',
      PROMO_GUESSES_PER_ADDRESS: '2',
      ACTIVATION_MAILS_PER_CLIENT: '2',
    },
  })
  beforeAll(async () => {
    for (const code of ['A', 'B']) await check(code, aClient(), crowded)
  })
  afterAll(() => crowded.app.close())

  const activate = (promoCode: string, { email = anAddress(), ...from }: Sender & { email?: string }) =>
    postTo(crowded.app, '/activations', { email, parkId: billing.parkId, dates: [TODAY], promoCode }, from)

  test('429: is not judged by the check', async () => {
    expect((await check('FREEDAY', aClient(), crowded)).statusCode).toBe(429)
  })

  test.for(['FREEDAY', 'WRONG'])('202: %s is judged when the mail is confirmed', async (code) => {
    const response = await activate(code, { remoteAddress: aClient() })
    expect(response.json()).toEqual({ status: 'confirmation-sent' })
  })

  test('202: is judged at once for a proven address, which has guesses of its own', async () => {
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
  test('429: guesses are counted all the same', async () => {
    const cache: Cache = { ...createMemoryCache(), get: away, increment: away }
    const alone = billing.build({ cache, env: { PROMO_GUESSES_PER_CLIENT: '1' } })
    const guesser = aClient()
    expect((await check('A', guesser, alone)).statusCode).toBe(404)

    expect((await check('B', guesser, alone)).statusCode).toBe(429)
    await alone.app.close()
  })
})
