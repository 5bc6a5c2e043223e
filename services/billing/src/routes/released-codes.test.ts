import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCodes } from '../testing/promo-codes.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { buy, clock, control, hearAbout, open, passesOf, pay, start, stateOf, stripe, work } = billing
const { aCode, useOf } = createTestCodes(billing.db)
afterEach(async () => {
  clock.now = NOON
  await billing.clearFaults()
})
afterAll(billing.close)

/** A visitor with the payment page of an order open, and the same visitor's next order. */
async function aVisitorWhoReturns(limits: Parameters<typeof aCode>[0] = { maxRedemptions: 1 }) {
  const promoCode = await aCode(limits)
  const email = anAddress()
  const page = await open({ email, dates: [TODAY], promoCode })
  return { promoCode, email, page, next: { email, dates: [TOMORROW], promoCode } }
}

const statusAtStripe = async (sessionId: string) =>
  (await stripe.checkout.sessions.retrieve(sessionId)).status

test.for([{ maxRedemptions: 1 }, { maxRedemptionsPerEmail: 1 }])(
  '201: a visitor who left the payment page orders other days with the same code at once, and the page before can be paid no more',
  async (limits) => {
    const { promoCode, email, page, next } = await aVisitorWhoReturns(limits)

    const second = await open(next)

    expect(await statusAtStripe(page)).toBe('expired')
    expect(await stateOf(page)).toMatchObject({ status: 'expired' })
    await buy(second)
    expect(await passesOf(email)).toMatchObject([{ windows: [{ date: TOMORROW }] }])
    expect(await useOf(promoCode)).toEqual({ redemptions: 1, beyond: 0 })
  },
)

test('201: the page of an ended order is opened again when its days are ordered again', async () => {
  const { email, promoCode, page, next } = await aVisitorWhoReturns()
  const second = await open(next)

  const third = await open({ email, dates: [TODAY], promoCode })

  expect(new Set([page, second, third]).size).toBe(3)
  expect(await statusAtStripe(second)).toBe('expired')
  expect(await statusAtStripe(third)).toBe('open')
})

test('409: a page that is paid in the same moment has the code, and its visitor is told that the code is used up', async () => {
  const { email, promoCode, page, next } = await aVisitorWhoReturns()
  // Stripe has the payment, and billing has heard nothing.
  await pay(page)

  expect((await start(next)).json()).toMatchObject({ status: 409, code: 'promo-code-spent' })

  expect(await passesOf(email)).toMatchObject([{ paid: true, windows: [{ date: TODAY }] }])
  expect(await useOf(promoCode)).toEqual({ redemptions: 1, beyond: 0 })
})

test('409: a payment in process keeps the code', async () => {
  const { page, next } = await aVisitorWhoReturns()
  await pay(page, 'processing')

  expect((await start(next)).json()).toMatchObject({ code: 'promo-code-spent' })
  expect(await statusAtStripe(page)).toBe('complete')
})

test('of a payment and ten other orders at the same moment, one pass is made with the code for one use', async () => {
  const { email, promoCode, page, next } = await aVisitorWhoReturns()
  const days = Array.from({ length: 10 }, (_, day) => `2026-07-${String(day + 3).padStart(2, '0')}`)

  const [paid, ...answers] = await Promise.all([
    pay(page).then(
      () => true,
      () => false,
    ),
    ...days.map((day) => start({ ...next, dates: [day] })),
  ])
  const opened = answers.filter(({ statusCode }) => statusCode === 201)
  for (const answer of opened) await pay(answer.json<{ sessionId: string }>().sessionId).catch(() => {})
  await hearAbout(page)
  for (const answer of opened) await hearAbout(answer.json<{ sessionId: string }>().sessionId)
  await work()

  if (paid) expect(opened).toEqual([])
  expect(await passesOf(email)).toHaveLength(1)
  expect(await useOf(promoCode)).toEqual({ redemptions: 1, beyond: 0 })
})

test('the page of another address is not ended, though it holds the same code', async () => {
  const { promoCode, page } = await aVisitorWhoReturns()

  expect((await start({ promoCode })).json()).toMatchObject({ code: 'promo-code-spent' })

  expect(await statusAtStripe(page)).toBe('open')
})

test('a page is not ended for a code that has uses left', async () => {
  const { page, next } = await aVisitorWhoReturns({ maxRedemptions: 2 })

  await open(next)

  expect(await statusAtStripe(page)).toBe('open')
})

test('an end that Stripe made without an answer counts', async () => {
  const { page, next } = await aVisitorWhoReturns()
  await control('/faults', { provider: 'stripe', kind: 'error-after-accept', count: 2 })

  await open(next)

  expect(await statusAtStripe(page)).toBe('expired')
})

test('409: while Stripe ends no page, the code stays with the page that is open', async () => {
  const { page, next } = await aVisitorWhoReturns()
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })

  expect((await start(next)).json()).toMatchObject({ code: 'promo-code-spent' })

  expect(await statusAtStripe(page)).toBe('open')
})
