import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { saveSettledByHand } from '../db/payments/unmatched-payments.ts'
import { NOON } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { createTestPlans, openPage } from '../testing/plans.ts'

const DAY_MS = 86_400_000

const shop = await createTestCheckouts()
const plans = await createTestPlans()
afterAll(() => Promise.all([shop.close(), plans.close()]))

/** Each test has days of its own: a first comparison looks a day back. */
let start = NOON
beforeEach(async () => {
  start = new Date(start.getTime() + 3 * DAY_MS)
  for (const { clock, db } of [shop, plans]) {
    clock.now = start
    await db.execute(`truncate payment_comparisons, unmatched_payments`)
  }
})

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const openOrder = () => shop.open({ dates: [dayOf(new Date(start.getTime() + DAY_MS))] })

type Compared = Pick<typeof shop, 'later' | 'metrics' | 'runJob'>

/** A comparison, five minutes after the last. */
async function compare({ later, runJob }: Compared): Promise<void> {
  later(5)
  await runJob('compare-payments')
}

/** The value of a gauge without labels; NaN where it is missing from the scrape. */
async function read({ metrics }: Compared, name: string): Promise<number> {
  const text = await metrics.metrics()
  return Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1])
}

/** A payment that names something that billing never had. */
async function payStrange(metadata?: Record<string, string>): Promise<string> {
  const id = await openStrange(metadata)
  await shop.pay(id)
  return id
}

async function openStrange(metadata: Record<string, string> = { order_id: randomUUID() }): Promise<string> {
  const { id } = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A day' } } },
    ],
    metadata,
    success_url: 'https://walkon.example/',
    expires_at: Math.floor(shop.clock.now.getTime() / 1_000) + 1_920,
  })
  return id
}

test('a payment of which no webhook came is found at Stripe and makes its pass', async () => {
  const sessionId = await openOrder()
  // No question of its own comes before that of the comparison.
  await shop.db.execute(`update checkouts set check_at = null`)
  await shop.pay(sessionId)
  await compare(shop)
  await shop.work()

  expect(await shop.stateOf(sessionId)).toMatchObject({ status: 'active' })
  shop.later(3)
  expect(await read(shop, 'payments_unmatched')).toBe(0)
})

test('a payment that names nothing of ours that we have is shown from two minutes after it was found', async () => {
  await payStrange()
  await compare(shop)
  await shop.work()
  expect(await read(shop, 'payments_unmatched')).toBe(0)

  shop.later(3)

  expect(await read(shop, 'payments_unmatched')).toBe(1)
})

test('a payment on a page that was opened before the last comparison is found', async () => {
  const sessionId = await openStrange()
  for (let count = 0; count < 6; count++) await compare(shop)
  await shop.pay(sessionId)
  await compare(shop)
  shop.later(3)

  expect(await read(shop, 'payments_unmatched')).toBe(1)
})

test('a payment that a person has settled is shown no more, also after the next comparison', async () => {
  const sessionId = await payStrange()
  await compare(shop)
  expect(await saveSettledByHand(shop.db, sessionId, shop.clock.now)).toBe(true)
  await compare(shop)
  shop.later(3)

  expect(await read(shop, 'payments_unmatched')).toBe(0)
  expect(await saveSettledByHand(shop.db, sessionId, shop.clock.now)).toBe(false)
})

test('payments of another shop on the same account, and pages that nobody paid, are passed by', async () => {
  await payStrange({ basket: '7' })
  await openOrder()
  await compare(shop)
  shop.later(3)

  expect(await read(shop, 'payments_unmatched')).toBe(0)
})

test('payments on further pages of Stripe’s list are compared too', async () => {
  await payStrange()
  for (let count = 0; count < 100; count++) await payStrange({ basket: '7' })
  await compare(shop)
  shop.later(3)

  expect(await read(shop, 'payments_unmatched')).toBe(1)
})

test('replicas compare once in five minutes together', async () => {
  await compare(shop)
  await payStrange()
  shop.later(4)
  await shop.runJob('compare-payments')
  expect(await read(shop, 'payments_compared_age_seconds')).toBe(240)
  await compare(shop)
  expect(await read(shop, 'payments_compared_age_seconds')).toBe(0)
})

test('a comparison that fails is made up from where it began, and meanwhile the age of the last one grows', async () => {
  await compare(shop)
  await payStrange()
  await shop.control('/faults', { provider: 'stripe', kind: 'lookup-down', count: 100 })
  for (let hours = 0; hours < 3; hours++) {
    shop.later(60)
    await expect(shop.runJob('compare-payments')).rejects.toThrow('unknown error')
  }
  await shop.clearFaults()
  expect(await read(shop, 'payments_compared_age_seconds')).toBe(3 * 3_600)

  await compare(shop)
  shop.later(3)

  expect(await read(shop, 'payments_unmatched')).toBe(1)
})

test('before the first comparison no age is told, because there is none', async () => {
  expect(await read(shop, 'payments_compared_age_seconds')).toBeNaN()
})

test('a plan and an assist day of which no webhook came are found and settled', async () => {
  const owner = plans.anOwner()
  const page = await openPage(owner)
  const day = (await owner.buyAssistDay({ date: dayOf(start) })).json<{ sessionId: string }>().sessionId
  await plans.db.execute(`update plans set check_at = null`)
  await plans.db.execute(`update assist_days set check_at = null`)
  for (const sessionId of [page, day]) await plans.control(`/payments/${sessionId}/pay`)
  await compare(plans)
  await plans.work()

  expect([(await owner.plan()).state, (await owner.assistDay()).state]).toEqual(['active', 'active'])
  plans.later(3)
  expect(await read(plans, 'payments_unmatched')).toBe(0)
})

test('what a deleted account had paid is no missing payment', async () => {
  const owner = plans.anOwner()
  await plans.buy(owner)
  const day = (await owner.buyAssistDay({ date: dayOf(start) })).json<{ sessionId: string }>().sessionId
  await plans.control(`/payments/${day}/pay`)
  await plans.hearAbout(day)
  await plans.userDeleted([owner.email], plans.clock.now, { userId: owner.userId })
  await plans.work()
  await compare(plans)
  plans.later(3)

  expect(await read(plans, 'payments_unmatched')).toBe(0)
})

test('what was paid for a plan that ended before its account was deleted is no missing payment', async () => {
  const owner = plans.anOwner()
  const { subscriptionId } = await plans.buy(owner)
  await plans.stripe.subscriptions.cancel(subscriptionId)
  await plans.hearAbout(subscriptionId)
  await plans.userDeleted([owner.email], plans.clock.now, { userId: owner.userId })
  await plans.work()
  await compare(plans)
  plans.later(3)

  expect(await read(plans, 'payments_unmatched')).toBe(0)
})
