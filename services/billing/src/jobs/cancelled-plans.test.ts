import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { createTestPlans } from '../testing/plans.ts'

/** In flexible billing mode the portal cancels by `cancel_at` alone; the API and the Dashboard by `cancel_at_period_end`. */

const plans = await createTestPlans()
const { anOwner, buy, changeSubscription, clock, hearAbout, later, stripe, work } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

const DAY = 24 * 60
const BY_PORTAL = {
  shown: { cancel_at_period_end: false },
  cancel: (id: string) => changeSubscription(id, 'cancel'),
  keep: (id: string) => changeSubscription(id, 'resume'),
}
const BY_FLAG = {
  shown: { cancel_at: null, cancel_at_period_end: true },
  cancel: (id: string) => stripe.subscriptions.update(id, { cancel_at_period_end: true }),
  keep: (id: string) => changeSubscription(id, 'resume'),
}
const WAYS = [
  ['at the portal', BY_PORTAL],
  ['by the flag of its period', BY_FLAG],
] as const

test.for(WAYS)(
  'a plan that is cancelled %s is told as cancelled, covers its month alone and ends',
  async ([, way]) => {
    const owner = anOwner()
    const { subscriptionId } = await buy(owner)
    await way.cancel(subscriptionId)
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject(way.shown)

    await hearAbout(subscriptionId)

    expect(await owner.plan()).toMatchObject({
      state: 'active',
      cancelsAtPeriodEnd: true,
      currentPeriodEndsAt: '2026-08-01T16:00:00.000Z',
    })
    expect((await owner.coverage()).at(-1)).toMatchObject({ coveredUntil: '2026-08-01T16:00:00.000Z' })
    later(31 * DAY)
    await work()
    expect(await owner.plan()).toMatchObject({ state: 'none' })
    expect(await owner.letters()).toEqual(['plan-receipt', 'plan-cancelled', 'plan-ended'])
  },
)

test.for(WAYS)('a plan that was cancelled %s and is kept after all is renewed', async ([, way]) => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await way.cancel(subscriptionId)
  await hearAbout(subscriptionId)
  expect(await owner.plan()).toMatchObject({ cancelsAtPeriodEnd: true })

  await way.keep(subscriptionId)
  await hearAbout(subscriptionId)

  expect(await owner.plan()).toMatchObject({ state: 'active', cancelsAtPeriodEnd: false })
  expect((await owner.coverage()).at(-1)).toMatchObject({ coveredUntil: '2026-08-08T16:00:00.000Z' })
})

const cancelAt = (id: string, instant: string) =>
  stripe.subscriptions.update(id, { cancel_at: Date.parse(instant) / 1_000 })

test('a plan that is cancelled at an instant within its month covers until that instant', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await cancelAt(subscriptionId, '2026-07-20T16:00:00.000Z')
  await hearAbout(subscriptionId)

  expect(await owner.plan()).toMatchObject({
    cancelsAtPeriodEnd: true,
    currentPeriodEndsAt: '2026-07-20T16:00:00.000Z',
  })
  expect((await owner.coverage()).at(-1)).toMatchObject({ coveredUntil: '2026-07-20T16:00:00.000Z' })
})

test('a plan that is cancelled at an instant in a later month still has its next payment before it', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await cancelAt(subscriptionId, '2026-08-20T16:00:00.000Z')
  await hearAbout(subscriptionId)
  expect(await owner.plan()).toMatchObject({
    cancelsAtPeriodEnd: false,
    currentPeriodEndsAt: '2026-08-01T16:00:00.000Z',
  })

  later(31 * DAY)
  await work()

  expect(await owner.plan()).toMatchObject({
    cancelsAtPeriodEnd: true,
    currentPeriodEndsAt: '2026-08-20T16:00:00.000Z',
  })
})
