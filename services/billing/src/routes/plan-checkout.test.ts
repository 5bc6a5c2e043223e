import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { codeOf, createTestPlans, idOf, openPage } from '../testing/plans.ts'

const plans = await createTestPlans()
const { anOwner, buy, clock, control, later, stripe, subscriptionsOf, work } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

test('201: the account is sent to pay the price list’s month, with pages of ours to return to', async () => {
  const owner = anOwner()
  const response = await owner.buy()
  const { sessionId, url } = response.json<{ sessionId: string; url: string }>()

  expect(response.statusCode).toBe(201)
  expect(url).toContain(`/sandbox/checkout/${sessionId}`)
  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
    mode: 'subscription',
    amount_total: 1_500,
    customer_email: owner.email,
    success_url: 'https://walkon.example/plan?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://walkon.example/plan',
  })
  expect(await owner.plan()).toMatchObject({ state: 'opening', monthCents: 1_500 })
})

test('the payment makes one plan, which covers its month and the grace, and one receipt', async () => {
  const owner = anOwner()
  await buy(owner)

  expect(await owner.plan()).toMatchObject({
    state: 'active',
    currentPeriodEndsAt: '2026-08-01T16:00:00.000Z',
    cancelsAtPeriodEnd: false,
    graceEndsAt: null,
  })
  expect(await owner.coverage()).toEqual([{ coveredUntil: '2026-08-08T16:00:00.000Z', version: 1 }])
  expect(await owner.letters()).toEqual(['plan-receipt'])
})

test('the plan is active when the browser never comes back and no webhook arrives: Stripe is asked within a minute', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await control(`/payments/${session}/pay`)
  await work()
  expect(await owner.coverage()).toEqual([])

  later(1)
  await work()

  expect(await owner.plan()).toMatchObject({ state: 'active' })
})

test('the page that the payment leads back to has Stripe asked at once', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await control(`/payments/${session}/pay`)

  expect(await owner.plan()).toMatchObject({ state: 'opening' })
  await work()

  expect(await owner.plan()).toMatchObject({ state: 'active' })
})

test('a double click and a second tab open one page', async () => {
  const owner = anOwner()

  const pages = await Promise.all([openPage(owner), openPage(owner), openPage(owner)])

  expect(new Set([...pages, await openPage(owner)]).size).toBe(1)
})

test('409: an account with a plan buys no second one, also in the moment before the webhook of the first', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await control(`/payments/${session}/pay`)

  const again = await owner.buy()

  expect([again.statusCode, codeOf(again)]).toEqual([409, 'plan-exists'])
  expect(await owner.plan()).toMatchObject({ state: 'active' })
  const { customer } = await stripe.checkout.sessions.retrieve(session)
  expect(await subscriptionsOf(idOf(customer))).toEqual(['active'])
})

test('a page that expired unpaid is followed by another one, and only that one can be paid', async () => {
  const owner = anOwner()
  const first = await openPage(owner)
  later(33)

  const second = await openPage(owner)

  expect(second).not.toBe(first)
  await expect(control(`/payments/${first}/pay`)).rejects.toThrow('session-closed')
})

test('503: a page that cannot be opened charges nothing, and the same request opens it later', async () => {
  const owner = anOwner()
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })
  const failed = await owner.buy()
  expect([failed.statusCode, codeOf(failed)]).toEqual([503, 'checkout-unavailable'])

  expect(await openPage(owner)).toMatch(/^cs_test_/)
})

test('a lost answer of Stripe makes no second page: the next try has the same key', async () => {
  const owner = anOwner()
  await control('/faults', { provider: 'stripe', kind: 'reset-after-accept', count: 1 })
  await openPage(owner)

  const sessions = await stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  expect(sessions.filter(({ customer_email: of }) => of === owner.email)).toHaveLength(1)
})
