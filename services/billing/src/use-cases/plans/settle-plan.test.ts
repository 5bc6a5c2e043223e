import { createLog } from '@walkon/service/log'
import { afterAll, expect, test } from 'vitest'
import { createSubscriptionClient } from '../../clients/stripe-subscriptions.ts'
import { findLivePlan } from '../../db/plans/plans.ts'
import { createTestPlans } from '../../testing/plans.ts'
import { settlePlan } from './settle-plan.ts'

const plans = await createTestPlans()
const { anOwner, buy, clock, control, db, stripeAccount } = plans
afterAll(plans.close)

const subscriptions = createSubscriptionClient(stripeAccount)
const deps = {
  db,
  subscriptions,
  settings: { PLAN_GRACE_DAYS: 7 },
  log: createLog({ service: 'billing', level: 'silent' }),
  now: () => clock.now,
}

/** A plan that is paid. */
async function aPlan() {
  const owner = anOwner()
  await buy(owner)
  const find = async () => {
    const plan = await findLivePlan(db, owner.userId)
    if (!plan?.subscriptionId) throw new Error('The plan was not bought')
    return { ...plan, subscriptionId: plan.subscriptionId }
  }
  return { ...(await find()), find }
}

test('an answer of Stripe that is older than what was applied meanwhile is dropped, and Stripe is asked again', async () => {
  const { id, subscriptionId, find } = await aPlan()
  const overtaken = {
    ...subscriptions,
    async readSubscription(of: string) {
      const before = await subscriptions.readSubscription(of)
      await control(`/subscriptions/${subscriptionId}/cancel`)
      await settlePlan(deps, id)
      return before
    },
  }

  await settlePlan({ ...deps, subscriptions: overtaken }, id)

  expect(await find()).toMatchObject({ cancelsAtPeriodEnd: true, checkAt: clock.now })
})

test('a webhook that comes while Stripe is asked has Stripe asked again', async () => {
  const { id, find } = await aPlan()
  const interrupted = {
    ...subscriptions,
    async readSubscription(of: string) {
      const before = await subscriptions.readSubscription(of)
      await db.execute(`update plans set check_at = '${clock.now.toISOString()}' where id = '${id}'`)
      return before
    },
  }

  await settlePlan({ ...deps, subscriptions: interrupted }, id)

  expect(await find()).toMatchObject({ checkAt: clock.now })
})
