import { planCoverageChanged, planEnded } from '@walkon/contracts/events/billing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { createTestPlans } from '../testing/plans.ts'

const plans = await createTestPlans()
const { anOwner, buy, changeSubscription, clock, control, deliver, eventsNaming, hearAbout, later } = plans
const { published, stripe, subscriptionsOf, work } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

const DAY = 24 * 60

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
