import { planCoverageChanged, planEnded } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { PlanView } from '@walkon/contracts/http/plans'
import { findTraces } from '@walkon/testing/traces'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { anAddress, NOON } from '../testing/billing.ts'
import { createBillingWithStripe } from '../testing/billing-with-stripe.ts'

const billing = await createBillingWithStripe()
const { accounts, app, clock, control, db, deliver, eventsNaming, later, published, stripe, work } = billing
afterAll(billing.close)
beforeEach(() => void (clock.now = NOON))

const DAY = 24 * 60

/** A visitor with an account, and the requests of its browser. */
function anOwner() {
  const owner = { userId: randomUUID() as string, email: anAddress() }
  const headers = accounts.headersFor(owner)
  const post = (url: string) => app.inject({ method: 'POST', url, headers })
  return {
    ...owner,
    buy: () => post('/plan/checkout'),
    portal: () => post('/plan/portal'),
    plan: async () => (await app.inject({ url: '/plan', headers })).json<PlanView>(),
    letters: async () =>
      (await published(notificationRequested))
        .filter(({ recipient }) => recipient.address === owner.email)
        .map(({ notification }) => notification.name),
    coverage: async () =>
      (await published(planCoverageChanged))
        .filter(({ email }) => email === owner.email)
        .map(({ coveredUntil, version }) => ({ coveredUntil, version })),
  }
}
type Owner = ReturnType<typeof anOwner>

async function openPage(owner: Owner): Promise<string> {
  const response = await owner.buy()
  expect(response.statusCode).toBe(201)
  return response.json<{ sessionId: string }>().sessionId
}

/** A plan that is paid, and known to be. */
async function buy(owner: Owner): Promise<{ sessionId: string; subscriptionId: string; customerId: string }> {
  const sessionId = await openPage(owner)
  await control(`/payments/${sessionId}/pay`)
  await hearAbout(sessionId)
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(sessionId)
  return { sessionId, subscriptionId: idOf(subscription), customerId: idOf(customer) }
}

/** Delivers what has happened to these objects, oldest first, and works on it. */
async function hearAbout(...ids: string[]): Promise<void> {
  for (const event of await eventsNaming(...ids)) await deliver(event)
  await work()
}

const changeSubscription = (id: string, path: string, body?: object) =>
  control(`/subscriptions/${id}/${path}`, body)
const subscriptionsOf = async (customer: string) =>
  (await stripe.subscriptions.list({ customer })).data.map(({ status }) => status)
const codeOf = (response: { body: string }) =>
  z.object({ code: z.string() }).parse(JSON.parse(response.body)).code
const idOf = (thing: string | { id: string } | null): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')

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

test('the plan is active when the browser never comes back and no webhook arrives: Stripe is asked within the hour', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await control(`/payments/${session}/pay`)
  await work()
  expect(await owner.coverage()).toEqual([])

  later(60)
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

test('each month that is paid extends the coverage and has a receipt, however often it is heard of', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  later(31 * DAY)
  await stripe.subscriptions.retrieve(subscriptionId)

  await hearAbout(subscriptionId)
  await hearAbout(subscriptionId)

  expect(await owner.plan()).toMatchObject({ currentPeriodEndsAt: '2026-09-01T16:00:00.000Z' })
  expect((await owner.coverage()).map(({ coveredUntil }) => coveredUntil)).toEqual([
    '2026-08-08T16:00:00.000Z',
    '2026-09-08T16:00:00.000Z',
  ])
  expect(await owner.letters()).toEqual(['plan-receipt', 'plan-receipt'])
})

test('a renewal of which no webhook arrives is noticed at the end of the period', async () => {
  const owner = anOwner()
  await buy(owner)

  later(31 * DAY)
  await work()

  expect(await owner.plan()).toMatchObject({ currentPeriodEndsAt: '2026-09-01T16:00:00.000Z' })
})

test('a failed payment leaves a grace of seven days, and a card that works ends it', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await changeSubscription(subscriptionId, 'card', { outcome: 'declined' })
  later(31 * DAY)
  await work()

  expect(await owner.plan()).toMatchObject({ state: 'past-due', graceEndsAt: '2026-08-08T16:00:00.000Z' })
  expect(await owner.letters()).toEqual(['plan-receipt', 'plan-payment-failed'])
  expect(await owner.coverage()).toHaveLength(1)

  await changeSubscription(subscriptionId, 'card', { outcome: 'paid' })
  await hearAbout(subscriptionId)

  expect(await owner.plan()).toMatchObject({ state: 'active', graceEndsAt: null })
  expect((await owner.coverage()).at(-1)).toMatchObject({ coveredUntil: '2026-09-08T16:00:00.000Z' })
  expect(await owner.letters()).toEqual(['plan-receipt', 'plan-payment-failed', 'plan-receipt'])
})

test('a plan that no payment saves within the grace is cancelled at Stripe, so that nothing is charged later', async () => {
  const owner = anOwner()
  const { subscriptionId, customerId } = await buy(owner)
  await changeSubscription(subscriptionId, 'card', { outcome: 'declined' })
  later(31 * DAY)
  await work()
  later(6.5 * DAY)
  await work()
  expect(await owner.plan()).toMatchObject({ state: 'past-due' })

  later(DAY)
  await work()

  expect(await subscriptionsOf(customerId)).toEqual(['canceled'])
  expect(await owner.plan()).toMatchObject({ state: 'none' })
  expect((await published(planEnded)).at(-1)).toMatchObject({ reason: 'unpaid' })
  expect(await owner.letters()).toEqual(['plan-receipt', 'plan-payment-failed', 'plan-ended'])
})

test('a cancellation without an answer is made until Stripe says that the plan has ended', async () => {
  const owner = anOwner()
  const { subscriptionId, customerId } = await buy(owner)
  await changeSubscription(subscriptionId, 'card', { outcome: 'declined' })
  later(31 * DAY)
  await work()
  await control('/faults', { provider: 'stripe', kind: 'error-after-accept', count: 1 })
  await control('/faults', { provider: 'stripe', kind: 'error', count: 1 })

  later(8 * DAY)
  await work()
  later(2)
  await work()

  expect(await subscriptionsOf(customerId)).toEqual(['canceled'])
  expect((await owner.letters()).filter((name) => name === 'plan-ended')).toHaveLength(1)
})

test('a plan that its owner cancels covers to the end of the month, and ends then', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await changeSubscription(subscriptionId, 'cancel')
  await hearAbout(subscriptionId)

  expect(await owner.plan()).toMatchObject({ state: 'active', cancelsAtPeriodEnd: true })
  expect((await owner.coverage()).at(-1)).toMatchObject({ coveredUntil: '2026-08-01T16:00:00.000Z' })

  later(31 * DAY)
  await work()

  expect(await owner.plan()).toMatchObject({ state: 'none' })
  expect((await published(planEnded)).at(-1)).toMatchObject({ reason: 'cancelled' })
  expect(await owner.letters()).toEqual(['plan-receipt', 'plan-cancelled', 'plan-ended'])
})

test('a plan that is kept after all is renewed, and covers the grace again', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await changeSubscription(subscriptionId, 'cancel')
  await hearAbout(subscriptionId)
  await changeSubscription(subscriptionId, 'resume')
  await hearAbout(subscriptionId)

  expect(await owner.coverage()).toEqual([
    { coveredUntil: '2026-08-08T16:00:00.000Z', version: 1 },
    { coveredUntil: '2026-08-01T16:00:00.000Z', version: 2 },
    expect.objectContaining({ coveredUntil: '2026-08-08T16:00:00.000Z' }),
  ])
})

test('an account whose plan has ended buys another one', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await changeSubscription(subscriptionId, 'end')
  await hearAbout(subscriptionId)
  expect(await owner.plan()).toMatchObject({ state: 'none' })

  await buy(owner)

  expect(await owner.plan()).toMatchObject({ state: 'active' })
  const mine = (await published(planCoverageChanged)).filter(({ email }) => email === owner.email)
  expect(new Set(mine.map(({ planId }) => planId)).size).toBe(2)
})

test('events that are shuffled and doubled leave each plan in the state that Stripe has', async () => {
  const owners = [anOwner(), anOwner(), anOwner()]
  const bought = []
  for (const owner of owners) bought.push(await buy(owner))
  const [first, second, third] = bought.map(({ subscriptionId }) => subscriptionId)
  await changeSubscription(first!, 'cancel')
  await changeSubscription(first!, 'resume')
  await changeSubscription(second!, 'cancel')
  await changeSubscription(third!, 'card', { outcome: 'declined' })
  await changeSubscription(third!, 'advance')

  const events = await eventsNaming(first!, second!, third!)
  for (const event of [...events.toReversed(), ...events]) await deliver(event)
  await work()

  expect(await Promise.all(owners.map((owner) => owner.plan()))).toMatchObject([
    { state: 'active', cancelsAtPeriodEnd: false },
    { state: 'active', cancelsAtPeriodEnd: true },
    { state: 'past-due' },
  ])
})

test('201: the portal is that of the account’s customer and leads back to the plan', async () => {
  const owner = anOwner()
  await buy(owner)

  const response = await owner.portal()

  expect(response.statusCode).toBe(201)
  const page = await fetch(response.json<{ url: string }>().url)
  expect(await page.text()).toContain('href="https://walkon.example/plan"')
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

/** Applies the deletion of an account, a second from now. */
async function erase({ userId, email }: Owner) {
  await db.execute(`update outbox set published_at = now()`)
  await billing.userDeleted([email], new Date(clock.now.getTime() + 1_000), { userId })
  later(1)
}

test('a deleted account leaves its plan to be cancelled at Stripe, and what was paid without an address', async () => {
  const owner = anOwner()
  const { customerId } = await buy(owner)
  await erase(owner)
  expect((await published(planEnded)).at(-1)).toMatchObject({ reason: 'erased' })
  expect(await findTraces(db, owner.email, owner.userId)).toEqual({})

  await work()

  expect(await subscriptionsOf(customerId)).toEqual(['canceled'])
  const kept = await db.execute<{ plans: number; payments: number }>(`
    select (select count(*)::int from plans where user_id is null) as plans,
      (select count(*)::int from plan_payments where amount_cents = 1500) as payments`)
  expect(kept[0]).toMatchObject({ plans: 0 })
  expect(kept[0]?.payments).toBeGreaterThan(0)
})

test('a payment page that is open when its account is deleted can be paid no more', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await erase(owner)
  await work()

  await expect(control(`/payments/${session}/pay`)).rejects.toThrow('session-closed')
})

test('a page that was paid in the moment its account was deleted is cancelled', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await control(`/payments/${session}/pay`)
  await erase(owner)
  await work()

  const { customer } = await stripe.checkout.sessions.retrieve(session)
  expect(await subscriptionsOf(idOf(customer))).toEqual(['canceled'])
  expect(await owner.coverage()).toEqual([])
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
