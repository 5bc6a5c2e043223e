import { passEnded } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { listSubscriptionsOfDuePasses, saveEndedPasses } from '../../db/passes/passes.ts'
import { lockSubscriptions, lockSubscriptionsPastWindow } from '../../db/subscriptions/subscriptions.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'
import { tellOfEnds } from './tell-of-ends.ts'

/** Moves subscriptions whose window has ended to their next window. Returns how many. */
export function moveToNextWindow(db: Database, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const subscriptionIds = await lockSubscriptionsPastWindow(tx, limit)
    await rescheduleWatches(tx, subscriptionIds)
    return subscriptionIds.length
  })
}

/**
 * Publishes PassEnded once for each pass that has ended, with the rides alerted of a short wait in its windows. An evaluation holds the
 * watches that it alerts until it commits, so the locks wait for every alert that was made before the end. Returns how many.
 */
export function publishEndedPasses(
  { db, now }: { db: Database; now: () => Date },
  limit: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const subscriptionIds = await listSubscriptionsOfDuePasses(tx, limit)
    if (subscriptionIds.length === 0) return 0
    await lockSubscriptions(tx, subscriptionIds)
    const passes = await saveEndedPasses(tx, subscriptionIds)
    // An id of its own for each end: a pass that is given back after its end ends once more.
    await emit(
      tx,
      passEnded,
      passes.map((data) => ({ data })),
    )
    await tellOfEnds(
      tx,
      passes.map(({ passId }) => passId),
      now(),
    )
    return passes.length
  })
}
