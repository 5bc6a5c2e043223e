import { afterAll, expect, test } from 'vitest'
import { saveRetired, type NewPromoCodeRow } from '../db/promo-codes/promo-codes.ts'
import { anAddress, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCodes } from '../testing/promo-codes.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { accounts, buy, clock, db, hearAbout, open, passesOf, start, stateOf } = billing
const { aCode, useOf } = createTestCodes(db)
afterAll(billing.close)

test.for<[string, Partial<NewPromoCodeRow>, number]>([
  ['of 25 percent', { percent: 25 }, 150],
  ['of one day', { discount: 'one-day', percent: null }, 100],
])('201: a code %s reduces what Stripe charges, and the page says why', async ([, fields, totalCents]) => {
  const promoCode = await aCode(fields)
  const session = await open({ dates: [TODAY, TOMORROW], promoCode })

  const charged = await billing.stripe.checkout.sessions.retrieve(session, { expand: ['line_items'] })
  expect(charged.amount_total).toBe(totalCents)
  expect(charged.line_items?.data).toMatchObject([{ quantity: 1, amount_total: totalCents }])
  const page = await (await fetch(`${billing.stripeUrl}/sandbox/checkout/${session}`)).text()
  expect(page).toContain(
    `2 days at $1.00, less $${(2 - totalCents / 100).toFixed(2)} with promo code ${promoCode}`,
  )
  expect(await stateOf(session)).toMatchObject({ status: 'open', totalCents })
})

test('a payment at a reduced price makes one pass, a receipt of what was paid, and redeems the code once', async () => {
  const email = anAddress()
  const promoCode = await aCode({ maxRedemptions: 5 })
  const session = await open({ email, dates: [TODAY, TOMORROW], promoCode })
  await buy(session)
  await hearAbout(session)

  expect(await passesOf(email)).toMatchObject([{ paid: true }])
  expect(await billing.receiptsTo(email)).toMatchObject([
    { notification: { details: { rows: expect.arrayContaining([{ label: 'Paid', value: '$1.00' }]) } } },
  ])
  expect(await useOf(promoCode)).toEqual({ redemptions: 1, beyond: 0 })
})

test('201: a rest that cannot be charged is not asked for: the order is free', async () => {
  const promoCode = await aCode({ percent: 60 })
  const session = await open({ promoCode })

  expect(session).toMatch(/^free_/)
  expect(await stateOf(session)).toMatchObject({ status: 'open', totalCents: 0 })
})

test('a code that is retired while its checkout is open is redeemed by the payment, and refused to others', async () => {
  const email = anAddress()
  const promoCode = await aCode()
  const session = await open({ email, promoCode })
  await saveRetired(db, promoCode, clock.now)
  expect((await start({ promoCode })).json()).toMatchObject({ status: 410, code: 'promo-code-expired' })

  await buy(session)

  expect(await passesOf(email)).toHaveLength(1)
  expect(await useOf(promoCode)).toEqual({ redemptions: 1, beyond: 0 })
})

test('409: where nothing can be paid, a code that leaves something to pay is refused', async () => {
  const promoCode = await aCode()

  expect((await billing.activate({ promoCode })).json()).toMatchObject({
    status: 409,
    code: 'promo-code-not-free',
  })
  expect((await billing.activateOwn({ promoCode })).json()).toMatchObject({ code: 'promo-code-not-free' })
  expect(await useOf(promoCode)).toEqual({ redemptions: 0, beyond: 0 })
})

test('429: wrong codes in checkouts that prove their address are limited by that address', async () => {
  const email = anAddress()
  const headers = accounts.headersFor({ email })
  const strict = billing.build({ env: { PROMO_GUESSES_PER_ADDRESS: '1' } })
  const guess = async (promoCode: string) => {
    const payload = { email, parkId: billing.parkId, dates: [TOMORROW], channel: 'email', promoCode }
    return (await strict.app.inject({ method: 'POST', url: '/checkouts', payload, headers })).statusCode
  }

  expect([await guess('WRONG'), await guess(await aCode())]).toEqual([404, 429])
  await strict.app.close()
})

test('429: a network over its limit of wrong codes waits with a code that leaves something to pay; other codes are judged by a mailed link', async () => {
  const strict = billing.build({ env: { PROMO_GUESSES_PER_CLIENT: '1' } })
  const [partial, promoCode] = [await aCode(), await aCode({ discount: 'all-days', percent: null })]
  const order = (email: string, code: string) =>
    strict.app.inject({
      method: 'POST',
      url: '/checkouts',
      payload: { email, parkId: billing.parkId, dates: [TOMORROW], channel: 'email', promoCode: code },
    })
  expect((await order(anAddress(), 'WRONG')).statusCode).toBe(404)

  expect((await order(anAddress(), partial)).json()).toMatchObject({ status: 429, code: 'too-many-requests' })
  const [email, guesser] = [anAddress(), anAddress()]
  const answers = [await order(email, promoCode), await order(guesser, 'WRONG')]

  for (const answer of answers) expect(answer.json<{ sessionId: string }>().sessionId).toMatch(/^free_/)
  const confirmed = await billing.confirm(await billing.tokenOfNewestLink(email))
  expect(confirmed.statusCode).toBe(200)
  const wrong = await billing.confirm(await billing.tokenOfNewestLink(guesser))
  expect(wrong.json()).toMatchObject({ status: 404, code: 'invalid-promo-code' })
  await strict.app.close()
})
