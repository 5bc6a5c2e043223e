import { planCoverageChanged, planEnded } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { PlanView } from '@walkon/contracts/http/plans'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAddress, NOON } from '../../testing/billing.ts'
import { createTestPlans } from '../../testing/plans.ts'

const plans = await createTestPlans()
const { accounts, addressChanged, anOwner, app, buy, clock, db, hearAbout, later } = plans
const { publishAll, published, stripe } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

const DAY = 24 * 60

/** An account with a plan that is paid, and known to be. */
async function aPlanOwner() {
  const owner = anOwner()
  const { subscriptionId } = await buy(owner)
  later(1)
  return { ...owner, fresh: anAddress(), subscriptionId }
}
type Owner = Awaited<ReturnType<typeof aPlanOwner>>

const moves = ({ userId, email, fresh }: Owner) => addressChanged(email, fresh, clock.now, userId)
const coverageOf = async (address: string) =>
  (await published(planCoverageChanged)).filter(({ email }) => email === address)
const planOf = async (userId: string, email: string) =>
  (await app.inject({ url: '/plan', headers: accounts.headersFor({ userId, email }) })).json<PlanView>()
const lettersTo = async (email: string) =>
  (await published(notificationRequested))
    .filter(({ recipient }) => recipient.address === email)
    .map(({ notification }) => notification.name)

test('a plan is its account’s at the new address, and PlanCoverageChanged says so with the cover that it has', async () => {
  const owner = await aPlanOwner()
  const [before] = await coverageOf(owner.email)
  await publishAll()

  await moves(owner)

  expect(await coverageOf(owner.fresh)).toEqual([
    { planId: before?.planId, email: owner.fresh, coveredUntil: before?.coveredUntil, version: 2 },
  ])
  expect(await planOf(owner.userId, owner.fresh)).toMatchObject({ state: 'active' })
  expect(await findTraces(db, owner.email)).toEqual({})
})

test('the next month is published and its receipt is written for the new address', async () => {
  const owner = await aPlanOwner()
  await moves(owner)

  later(31 * DAY)
  await hearAbout(owner.subscriptionId)

  expect(await coverageOf(owner.fresh)).toMatchObject([{ version: 2 }, { version: 3 }])
  expect(await lettersTo(owner.fresh)).toEqual(['plan-receipt'])
})

test('a plan that has ended is published for the new address without a longer cover', async () => {
  const owner = await aPlanOwner()
  await stripe.subscriptions.cancel(owner.subscriptionId)
  await hearAbout(owner.subscriptionId)
  const [before] = await coverageOf(owner.email)
  const end = (await published(planEnded)).find(({ planId }) => planId === before?.planId)

  await moves(owner)

  expect(await coverageOf(owner.fresh)).toMatchObject([{ coveredUntil: end?.endedAt }])
})

test('a change of the address that is delivered again, as another event too, moves no plan back', async () => {
  const owner = await aPlanOwner()
  const first = await moves(owner)
  const last = anAddress()
  await addressChanged(owner.fresh, last, clock.now, owner.userId)

  await first.again()
  await first.asAnotherEvent()

  expect(await coverageOf(last)).toMatchObject([{ version: 3 }])
  expect(await coverageOf(owner.fresh)).toHaveLength(1)
})

test('the plan of another account stays as it is', async () => {
  const [owner, outsider] = [await aPlanOwner(), await aPlanOwner()]

  await moves(owner)

  expect(await coverageOf(outsider.email)).toHaveLength(1)
  expect(await planOf(outsider.userId, outsider.email)).toMatchObject({ state: 'active' })
})
