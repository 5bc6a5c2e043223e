import { passRegistered, planRegistered } from '@walkon/contracts/events/alerts'
import { assistDayActivated, passActivated, planCoverageChanged } from '@walkon/contracts/events/billing'
import { assistDayRegistered } from '@walkon/contracts/events/planner'
import type { Database } from '@walkon/service/database'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestGuarantees } from '../testing/guarantees.ts'
import { createTestPlans, idOf, type Owner } from '../testing/plans.ts'

const guarantees = await createTestGuarantees()
const plans = await createTestPlans()
afterAll(() => Promise.all([guarantees.close(), plans.close()]))

const TABLES = ['published_passes', 'published_plans', 'published_assist_days'].map((name) =>
  sql.identifier(name),
)
beforeEach(() => plans.db.execute(sql`truncate published_plans, published_assist_days`))

const unaccounted = async ({ metrics }: Pick<typeof plans, 'metrics'>, things: string) =>
  (await metrics.getSingleMetric(`${things}_unaccounted`)?.get())?.values[0]?.value
async function passTime({ db }: { db: Database }, minutes: number): Promise<void> {
  for (const table of TABLES)
    await db.execute(sql`
      update ${table} set published_at = published_at - make_interval(mins => ${minutes}),
        republished_at = republished_at - make_interval(mins => ${minutes})`)
}

const passesOf = async (passId: string) =>
  (await guarantees.published(passActivated)).filter((pass) => pass.passId === passId)
const coveragesOf = async ({ email }: Owner) =>
  (await plans.published(planCoverageChanged)).filter((coverage) => coverage.email === email)
const daysOf = async ({ userId }: Owner) =>
  (await plans.published(assistDayActivated)).filter((day) => day.userId === userId)

/** Pays a day, and returns its payment. */
async function buyDay(owner: Owner): Promise<string> {
  const { sessionId } = (await owner.buyAssistDay()).json<{ sessionId: string }>()
  await plans.control(`/payments/${sessionId}/pay`)
  await plans.hearAbout(sessionId)
  return sessionId
}

test('a paid pass without an answer is found after three minutes, and published again until it is answered', async () => {
  const { passId } = await guarantees.buy()
  await passTime(guarantees, 2)
  expect(await unaccounted(guarantees, 'passes')).toBe(0)

  await passTime(guarantees, 2)
  expect(await unaccounted(guarantees, 'passes')).toBe(1)
  await guarantees.runJob('reconcile-passes')
  await guarantees.runJob('reconcile-passes')
  const [first, ...copies] = await passesOf(passId)
  expect(copies).toEqual([first])

  await guarantees.hear([heard(passRegistered, { passId })])
  await passTime(guarantees, 60)
  expect(await unaccounted(guarantees, 'passes')).toBe(0)
  await guarantees.runJob('reconcile-passes')
  expect(await passesOf(passId)).toHaveLength(2)
})

test('a pass that was taken back is not published again', async () => {
  const { passId, sessionId } = await guarantees.buy()
  await guarantees.stripe.refundByHand(sessionId)
  await guarantees.hearStripe()
  await passTime(guarantees, 4)

  expect(await unaccounted(guarantees, 'passes')).toBe(0)
  await guarantees.runJob('reconcile-passes')

  expect(await passesOf(passId)).toHaveLength(1)
})

test('a plan whose coverage is lost is found after three minutes, and published again until it is answered', async () => {
  const owner = plans.anOwner()
  await plans.buy(owner)
  await passTime(plans, 2)
  expect(await unaccounted(plans, 'plans')).toBe(0)

  await passTime(plans, 2)
  expect(await unaccounted(plans, 'plans')).toBe(1)
  await plans.runJob('reconcile-plans')
  const [first, ...copies] = await coveragesOf(owner)
  expect(copies).toEqual([first])

  await plans.hear([heard(planRegistered, { planId: first!.planId, version: first!.version })])
  expect(await unaccounted(plans, 'plans')).toBe(0)
})

test('an answer to an older coverage of a plan leaves the newest one to be found', async () => {
  const owner = plans.anOwner()
  const { subscriptionId } = await plans.buy(owner)
  await plans.changeSubscription(subscriptionId, 'cancel')
  await plans.hearAbout(subscriptionId)
  await passTime(plans, 4)
  const [older, newest] = await coveragesOf(owner)

  await plans.hear([heard(planRegistered, { planId: older!.planId, version: older!.version })])
  expect(await unaccounted(plans, 'plans')).toBe(1)
  await plans.runJob('reconcile-plans')
  expect((await coveragesOf(owner)).slice(1)).toEqual([newest, newest])

  await plans.hear([heard(planRegistered, { planId: newest!.planId, version: newest!.version })])
  expect(await unaccounted(plans, 'plans')).toBe(0)
})

test('the coverage of a plan at the new address of its owner is found when it is lost', async () => {
  const owner = plans.anOwner()
  await plans.buy(owner)
  const [first] = await coveragesOf(owner)
  await plans.hear([heard(planRegistered, { planId: first!.planId, version: first!.version })])

  await plans.addressChanged(owner.email, `new-${owner.email}`, plans.clock.now, owner.userId)
  await passTime(plans, 4)

  expect(await unaccounted(plans, 'plans')).toBe(1)
})

test.for(['ended', 'erased'] as const)('a plan that is %s is not published again', async (how) => {
  const owner = plans.anOwner()
  const { subscriptionId } = await plans.buy(owner)
  if (how === 'ended') {
    await plans.changeSubscription(subscriptionId, 'end')
    await plans.hearAbout(subscriptionId)
  } else await plans.userDeleted([owner.email], plans.clock.now, owner)
  const before = await coveragesOf(owner)
  await passTime(plans, 4)

  expect(await unaccounted(plans, 'plans')).toBe(0)
  await plans.runJob('reconcile-plans')
  expect(await coveragesOf(owner)).toEqual(before)
})

test('an assist day that is lost is found after three minutes, and published again until it is answered', async () => {
  const owner = plans.anOwner()
  await buyDay(owner)
  await passTime(plans, 2)
  expect(await unaccounted(plans, 'assist_days')).toBe(0)

  await passTime(plans, 2)
  expect(await unaccounted(plans, 'assist_days')).toBe(1)
  await plans.runJob('reconcile-assist-days')
  const [first, ...copies] = await daysOf(owner)
  expect(copies).toEqual([first])

  await plans.hear([heard(assistDayRegistered, { assistDayId: first!.assistDayId })])
  expect(await unaccounted(plans, 'assist_days')).toBe(0)
})

test('an assist day that was taken back is not published again', async () => {
  const owner = plans.anOwner()
  const sessionId = await buyDay(owner)
  await plans.control(`/payments/${sessionId}/refund`)
  await plans.hearAbout(idOf((await plans.stripe.checkout.sessions.retrieve(sessionId)).payment_intent))
  await passTime(plans, 4)

  expect(await unaccounted(plans, 'assist_days')).toBe(0)
  await plans.runJob('reconcile-assist-days')
  expect(await daysOf(owner)).toHaveLength(1)
})
