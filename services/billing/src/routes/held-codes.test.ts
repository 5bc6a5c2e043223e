import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCodes } from '../testing/promo-codes.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { promoCodes } from '../db/schema.ts'

const billing = await createTestCheckouts()
const { buy, clock, control, hearAbout, later, open, passesOf, pay, start, stateOf, waitingForLocks, work } =
  billing
const { aCode, useOf } = createTestCodes(billing.db)
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const refusalOf = async (attempt: ReturnType<typeof start>) => (await attempt).json<{ code: string }>().code

test('409: a code that an open checkout holds is refused to another address, and quoted as used up', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })
  await open({ promoCode })

  expect((await start({ promoCode })).json()).toMatchObject({ status: 409, code: 'promo-code-spent' })
  const quote = await billing.post('/quotes', { channel: 'email', days: 1, promoCode })
  expect(quote.json()).toMatchObject({ status: 409, code: 'promo-code-spent' })
})

test('201: a double click on a code for one use is one checkout', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })
  const order = { email: anAddress(), promoCode }

  const [one, two] = await Promise.all([open(order), open(order)])

  expect(one).toBe(two)
})

test('201: of a hundred checkouts at once with a code for one use, one is opened', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })

  const answers = await Promise.all(Array.from({ length: 100 }, () => start({ promoCode })))

  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)])
})

test('409: a checkout waits for an order that is taking the last use of its code, and is refused', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })
  const { checkout } = await billing.db.transaction(async (tx) => {
    const row = eq(promoCodes.code, promoCode)
    await tx.select().from(promoCodes).where(row).for('update')
    const answer = start({ promoCode })
    await expect.poll(waitingForLocks).toBe(1)
    await tx.update(promoCodes).set({ redemptions: 1 }).where(row)
    return { checkout: answer }
  })

  expect(await refusalOf(checkout)).toBe('promo-code-spent')
})

test('202: of a hundred activations at once with a code for one use, one makes a pass', async () => {
  const promoCode = await aCode({ discount: 'all-days', percent: null, maxRedemptions: 1 })

  const answers = await Promise.all(Array.from({ length: 100 }, () => billing.activateOwn({ promoCode })))

  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([202, ...Array.from({ length: 99 }, () => 409)])
  expect(await useOf(promoCode)).toEqual({ redemptions: 1, beyond: 0 })
})

test('of activations and checkouts at once, a limited code has as many uses as open checkouts leave', async () => {
  const promoCode = await aCode({ discount: 'one-day', percent: null, maxRedemptions: 3 })
  const days = [TODAY, TOMORROW]
  await open({ dates: days, promoCode })
  await open({ dates: days, promoCode })

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? billing.activateOwn({ promoCode }) : start({ dates: days, promoCode }),
    ),
  )

  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
})

test('a checkout that expires, or whose payment the bank refuses, gives its use back', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })
  const expired = await open({ promoCode })
  await control(`/payments/${expired}/expire`)
  await hearAbout(expired)

  const refused = await open({ promoCode })
  await pay(refused, 'processing')
  await pay(refused, 'declined')
  await hearAbout(refused)

  expect(await open({ promoCode })).toMatch(/^cs_test_/)
  expect(await useOf(promoCode)).toEqual({ redemptions: 0, beyond: 0 })
})

test('a use is given back when the time of its checkout is over, also if Stripe cannot be asked', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })
  await open({ promoCode })
  later(32)

  expect(await open({ promoCode })).toMatch(/^cs_test_/)
})

test('409: a payment that takes days holds its use', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })
  const session = await open({ promoCode })
  await pay(session, 'processing')
  await hearAbout(session)
  later(24 * 60)

  expect(await refusalOf(start({ promoCode }))).toBe('promo-code-spent')
})

test('a payment whose reservation had lapsed makes its pass at the price paid, and is counted beyond the limit', async () => {
  const promoCode = await aCode({ maxRedemptions: 1 })
  const [late, inTime] = [anAddress(), anAddress()]
  const lapsed = await open({ email: late, promoCode })
  await pay(lapsed)
  later(33)
  await buy(await open({ email: inTime, promoCode }))

  await hearAbout(lapsed)

  for (const email of [late, inTime]) expect(await passesOf(email)).toMatchObject([{ paid: true }])
  expect(await useOf(promoCode)).toEqual({ redemptions: 2, beyond: 1 })
  expect(await refusalOf(start({ promoCode }))).toBe('promo-code-spent')
})

test('409: the limit of an address counts what it has redeemed, and payments in process', async () => {
  const promoCode = await aCode({ maxRedemptionsPerEmail: 1 })
  const email = anAddress()
  const session = await open({ email, promoCode })
  const another = { email: ` ${email.toUpperCase()} `, dates: [TODAY], promoCode }
  await pay(session, 'processing')
  await hearAbout(session)
  expect(await refusalOf(start(another))).toBe('promo-code-spent')

  await pay(session)
  await hearAbout(session)

  expect(await refusalOf(start(another))).toBe('promo-code-spent')
  expect(await open({ promoCode })).toMatch(/^cs_test_/)
})

test('429: an address holds limited codes in two open checkouts at most, and may order again when the first ends', async () => {
  const promoCode = await aCode({ maxRedemptions: 100 })
  const email = anAddress()
  await open({ email, dates: [TODAY], promoCode })
  later(2)
  await open({ email, dates: [TOMORROW], promoCode })

  const third = { email, dates: ['2026-07-03'], promoCode }
  const response = await start(third)
  expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
  expect(response.headers['retry-after']).toBe('1800')
  expect(await open({ ...third, promoCode: undefined })).toMatch(/^cs_test_/)
  expect(await open({ ...third, promoCode: await aCode() })).toMatch(/^cs_test_/)

  later(30)
  expect(await open(third)).toMatch(/^cs_test_/)
})

test('503: a page that cannot be opened keeps the use for the same request', async () => {
  const order = { email: anAddress(), promoCode: await aCode({ maxRedemptions: 1 }) }
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })
  expect((await start(order)).statusCode).toBe(503)

  expect(await open(order)).toMatch(/^cs_test_/)
})

test('409: a checkout that has ended holds its code again, if it is still to be had', async () => {
  const order = { email: anAddress(), promoCode: await aCode({ maxRedemptions: 1 }) }
  await open(order)
  later(32)
  await open({ promoCode: order.promoCode })

  expect(await refusalOf(start(order))).toBe('promo-code-spent')
})

test('an order that is paid by another try is not given up when its first try expires', async () => {
  const order = { email: anAddress(), promoCode: await aCode({ maxRedemptions: 1 }) }
  const first = await open(order)
  later(32)
  const second = await open(order)
  later(1)
  await work()

  expect(second).not.toBe(first)
  expect([await stateOf(first), await stateOf(second)]).toMatchObject([
    { status: 'open' },
    { status: 'open' },
  ])
  expect(await refusalOf(start({ promoCode: order.promoCode }))).toBe('promo-code-spent')
})

test('an address that is erased gives back what its checkout held', async () => {
  const email = anAddress()
  const promoCode = await aCode({ maxRedemptions: 1 })
  await open({ email, promoCode })

  await billing.userDeleted([email])

  expect(await open({ promoCode })).toMatch(/^cs_test_/)
})

test('429: one client holds a quarter of the uses of a code at most, and others buy with the rest', async () => {
  const promoCode = await aCode({ maxRedemptions: 40 })
  const hold = (remoteAddress: string) =>
    billing.app.inject({
      method: 'POST',
      url: '/checkouts',
      remoteAddress,
      payload: { email: anAddress(), parkId: billing.parkId, dates: [TOMORROW], channel: 'email', promoCode },
    })
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await hold('203.0.113.77')).statusCode)

  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
  expect((await hold('203.0.114.78')).statusCode).toBe(201)
  expect(await useOf(promoCode)).toMatchObject({ redemptions: 0 })
})
