import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { createTestPlans, type Owner } from '../testing/plans.ts'

/** The return from Stripe's portal. No webhook arrives in these tests. */

const plans = await createTestPlans()
const { anOwner, buy, changeSubscription, clock, later, work } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

const DAY = 24 * 60
const TEN_SECONDS = 1 / 6

test('a plan that was cancelled at the portal is seen as cancelled once its owner is back', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await changeSubscription(subscriptionId, 'cancel')

  expect(await owner.comeBack()).toMatchObject({ cancelsAtPeriodEnd: false })
  await work()

  expect(await owner.plan()).toMatchObject({ cancelsAtPeriodEnd: true })
})

test('a card that was replaced at the portal is seen once the owner is back', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await changeSubscription(subscriptionId, 'card', { outcome: 'declined' })
  later(31 * DAY)
  await work()
  await changeSubscription(subscriptionId, 'card', { outcome: 'paid' })

  expect(await owner.comeBack()).toMatchObject({ state: 'past-due' })
  await work()

  expect(await owner.plan()).toMatchObject({ state: 'active' })
})

test('a plan that is only looked at has Stripe asked nothing', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  await changeSubscription(subscriptionId, 'cancel')

  await owner.plan()
  await work()

  expect(await owner.plan()).toMatchObject({ cancelsAtPeriodEnd: false })
})

test('however often the page is loaded after the portal, Stripe is asked once in ten seconds for each plan', async () => {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  const neighbour = anOwner()
  const other = await buy(neighbour)
  const seenBy = async (visitor: Owner) => {
    await visitor.comeBack()
    await work()
    return (await visitor.plan()).cancelsAtPeriodEnd
  }
  expect(await seenBy(owner)).toBe(false)
  await changeSubscription(subscriptionId, 'cancel')
  await changeSubscription(other.subscriptionId, 'cancel')

  expect(await seenBy(owner)).toBe(false)
  expect(await seenBy(neighbour)).toBe(true)

  later(TEN_SECONDS)
  expect(await seenBy(owner)).toBe(true)
})

test('400: a return from anywhere else is refused', async () => {
  const { accounts, app } = plans
  const headers = accounts.headersFor(anOwner())

  expect((await app.inject({ url: '/plan?returned=elsewhere', headers })).statusCode).toBe(400)
})
