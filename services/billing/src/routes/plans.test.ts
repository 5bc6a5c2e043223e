import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { codeOf, createTestPlans } from '../testing/plans.ts'

const { accounts, anOwner, app, buy, clock, close, control } = await createTestPlans()
afterAll(close)
beforeEach(() => void (clock.now = NOON))

test('200: an account without a plan sees the price of the list', async () => {
  expect(await anOwner().plan()).toEqual({
    state: 'none',
    monthCents: 1_500,
    currency: 'usd',
    currentPeriodEndsAt: null,
    cancelsAtPeriodEnd: false,
    graceEndsAt: null,
  })
})

test('201: the portal is that of the account’s customer and leads back to the plan, which hears of the return', async () => {
  const owner = anOwner()
  await buy(owner)

  const response = await owner.portal()

  expect(response.statusCode).toBe(201)
  const page = await fetch(response.json<{ url: string }>().url)
  expect(await page.text()).toContain('href="https://walkon.example/plan?portal=1"')
})

test('404: an account without a plan has no portal, also where another account has one', async () => {
  await buy(anOwner())
  const response = await anOwner().portal()

  expect([response.statusCode, codeOf(response)]).toEqual([404, 'plan-not-found'])
})

test('503: a portal that cannot be opened says so', async () => {
  const owner = anOwner()
  await buy(owner)
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })

  const response = await owner.portal()

  expect([response.statusCode, codeOf(response)]).toEqual([503, 'portal-unavailable'])
})

test('an account exports its plan and what it has paid', async () => {
  const owner = anOwner()
  await buy(owner)
  const { headersFor } = accounts
  const response = await app.inject({ url: '/export', headers: headersFor(owner) })

  expect(response.json()).toMatchObject({
    plans: [{ state: 'active', email: owner.email, monthCents: 1_500 }],
    planPayments: [{ amountCents: 1_500 }],
  })
})
