import { afterAll, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import { createTestBilling } from '../testing/billing.ts'

const billing = await createTestBilling({ PROMO_GUESSES_PER_CLIENT: '2' })
afterAll(billing.close)

const quoteFor = async (body: object, remoteAddress = '10.1.0.1') => {
  const response = await billing.post('/quotes', body, { remoteAddress })
  return { status: response.statusCode, body: response.json() }
}

test('200: a quote is the price of a day for each of the days', async () => {
  expect(await quoteFor({ channel: 'sms', days: 3 })).toEqual({
    status: 200,
    body: {
      channel: 'sms',
      currency: 'usd',
      discount: null,
      days: 3,
      dayPriceCents: 500,
      discountCents: 0,
      totalCents: 1_500,
    },
  })
})

test('200: a quote without a chosen day is the price of one day', async () => {
  expect((await quoteFor({ channel: 'email', days: 0 })).body).toMatchObject({ days: 1, totalCents: 100 })
})

test('200: a valid promo code makes a quote free', async () => {
  const { body } = await quoteFor({ channel: 'email', days: 2, promoCode: 'freeday' })
  expect(body).toMatchObject({ discountCents: 200, totalCents: 0 })
})

test('200: a quote says what a code does, and what it leaves to pay', async () => {
  await insertPromoCode(billing.db, { code: 'THIRD', channel: 'sms', discount: 'percentage', percent: 33 })

  const { body } = await quoteFor({ channel: 'sms', days: 3, promoCode: 'third' })

  expect(body).toMatchObject({
    discount: { kind: 'percentage', percent: 33 },
    discountCents: 495,
    totalCents: 1_005,
  })
})

test('409: a quote refuses the promo code of another channel', async () => {
  const { status, body } = await quoteFor({ channel: 'sms', days: 1, promoCode: 'FREEDAY' })
  expect([status, body.code]).toEqual([409, 'promo-code-wrong-channel'])
})

test('429: wrong promo codes in quotes are limited by client, and a quote without a code is not', async () => {
  const guess = () => quoteFor({ channel: 'sms', days: 1, promoCode: 'WRONG' }, '10.9.0.1')
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([404, 404, 429])
  expect((await quoteFor({ channel: 'sms', days: 1 }, '10.9.0.1')).status).toBe(200)
})

test.each([{ days: 31 }, { days: -1 }, { days: 1.5 }, { channel: 'push' }])(
  '400: a quote for %o is refused',
  async (wrong) => {
    expect((await quoteFor({ channel: 'sms', days: 1, ...wrong })).status).toBe(400)
  },
)
