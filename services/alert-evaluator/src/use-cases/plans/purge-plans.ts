import type { Database } from '@walkon/service/database'
import { deleteUncarriedSubscriptions } from '../../db/passes/erasure.ts'
import { listSubscriptionsUnderPlan } from '../../db/plans/plans.ts'
import { deletePreferencesWithoutSubscription } from '../../db/preferences/preferences.ts'
import { deletePlansEndedBefore } from '../../db/retention.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { publishQuietTimes } from '../preferences/publish-quiet-times.ts'

/** Deletes a batch of plans that ended before that, and the subscriptions that nothing else carries. Returns how many. */
export function purgePlans(
  { db, now }: { db: Database; now: () => Date },
  before: Date,
  limit: number,
): Promise<{ plans: number; subscriptions: number }> {
  return db.transaction(async (tx) => {
    const { plans, emails } = await deletePlansEndedBefore(tx, before, limit)
    const subscriptionIds = await listSubscriptionsUnderPlan(tx, emails)
    await lockSubscriptions(tx, subscriptionIds)
    const subscriptions = await deleteUncarriedSubscriptions(tx, subscriptionIds)
    const released = await deletePreferencesWithoutSubscription(tx, emails)
    await publishQuietTimes(tx, released, now())
    return { plans, subscriptions: subscriptions.length }
  })
}
