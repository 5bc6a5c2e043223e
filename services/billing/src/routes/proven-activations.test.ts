import { linkHeaders } from '@walkon/testing/service'
import { afterAll, afterEach, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'

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
