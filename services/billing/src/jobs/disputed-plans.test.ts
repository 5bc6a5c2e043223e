import { planEnded } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { createTestPlans, idOf, openPage, type Owner } from '../testing/plans.ts'

const plans = await createTestPlans()
const { anOwner, clock, control, hearAbout, later, pay, published, stripe, subscriptionsOf, work } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

const DAY = 24 * 60

/** A plan that is paid, and the payment of its newest month. */
async function buyPlan(owner: Owner) {
  const sessionId = await openPage(owner)
  const bought = await pay(sessionId)
  return { sessionId, ...bought }
}

/** Disputes the newest month at the owner's bank, which tells Stripe. */
async function dispute(sessionId: string, status = 'needs_response'): Promise<string> {
  await control(`/payments/${sessionId}/dispute`, { status })
  const [newest] = (await stripe.disputes.list({ limit: 1 })).data
  return idOf(newest?.payment_intent ?? null)
}

const endsOf = async () => (await published(planEnded)).map(({ reason }) => reason)

test('a plan whose payment is disputed is cancelled at Stripe, covers nothing more, and its owner is told', async () => {
  const owner = anOwner()
  const { sessionId, customerId } = await buyPlan(owner)
  await hearAbout(await dispute(sessionId))

  expect(await subscriptionsOf(customerId)).toEqual(['canceled'])
  expect(await owner.plan()).toMatchObject({ state: 'none' })
  expect(await endsOf()).toContain('disputed')
  expect(await owner.letters()).toEqual(['plan-receipt', 'plan-ended'])
  const ended = (await published(notificationRequested)).at(-1)
  expect(ended?.notification.paragraphs[0]).toContain(
    'you dispute one of its payments. Nothing more is charged.',
  )
})

test('an inquiry of the bank takes no money: the plan goes on, and the operator sees it', async () => {
  const owner = anOwner()
  const { sessionId, customerId } = await buyPlan(owner)
  await hearAbout(await dispute(sessionId, 'warning_needs_response'))

  expect(await subscriptionsOf(customerId)).toEqual(['active'])
  expect(await owner.plan()).toMatchObject({ state: 'active' })
  expect(await plans.metrics.metrics()).toMatch(/^payment_inquiries\S* 1$/m)

  await control(`/payments/${sessionId}/dispute/close`, { outcome: 'won' })
  later(DAY)
  await work()
  expect(await owner.plan()).toMatchObject({ state: 'active' })
  expect(await plans.metrics.metrics()).toMatch(/^payment_inquiries\S* 0$/m)
})

test('a dispute of which no webhook arrives is noticed within a day', async () => {
  const owner = anOwner()
  const { sessionId, customerId } = await buyPlan(owner)
  await dispute(sessionId)
  later(DAY + 1)
  await work()

  expect(await subscriptionsOf(customerId)).toEqual(['canceled'])
})

test('a dispute of an earlier month ends the plan too', async () => {
  const owner = anOwner()
  const { sessionId, customerId, subscriptionId } = await buyPlan(owner)
  const disputed = await dispute(sessionId)
  // The next month is paid before the dispute is heard of.
  later(31 * DAY)
  await stripe.subscriptions.retrieve(subscriptionId)
  await hearAbout(disputed)

  expect(await subscriptionsOf(customerId)).toEqual(['canceled'])
})

test('a dispute that was won before billing heard of it leaves the plan', async () => {
  const owner = anOwner()
  const { sessionId, customerId } = await buyPlan(owner)
  const disputed = await dispute(sessionId)
  await control(`/payments/${sessionId}/dispute/close`, { outcome: 'won' })
  await hearAbout(disputed)

  expect(await subscriptionsOf(customerId)).toEqual(['active'])
})
