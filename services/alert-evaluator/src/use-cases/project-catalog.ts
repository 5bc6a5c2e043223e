import type { Transaction } from '@walkon/service/database'
import { lockParks, saveParks, type Park } from '../db/catalog.ts'
import { listSubscriptionsOfParks, lockSubscriptions } from '../db/subscriptions/subscriptions.ts'
import { moveWatches } from '../db/subscriptions/replaced-rides.ts'
import { watchNewRides } from '../db/subscriptions/watches.ts'
import { announcePasses } from './passes/announce-passes.ts'
import { rescheduleWatches } from './alerts/reschedule-watches.ts'
import { tellOfGoneRides } from './subscriptions/tell-of-gone-rides.ts'

/** Projects the names of parks and rides, adds watches of new rides for subscriptions that watch all rides, and tells of rides that are gone. */
export async function projectCatalog(
  { defaultThresholdMinutes, now }: { defaultThresholdMinutes: number; now: () => Date },
  tx: Transaction,
  parks: Park[],
): Promise<void> {
  await lockParks(
    tx,
    parks.map(({ parkId }) => parkId),
  )
  const { parkIds, rezonedParkIds, rideIds, goneRideIds } = await saveParks(tx, parks)
  if (rezonedParkIds.length > 0) {
    // Quiet times are in the park's time, and were not known without it.
    const subscriptionIds = await listSubscriptionsOfParks(tx, rezonedParkIds)
    await lockSubscriptions(tx, subscriptionIds)
    await rescheduleWatches(tx, subscriptionIds)
  }
  // Before new rides are watched: who watches all rides has the new id once.
  await moveWatches(tx, parks.flatMap(toReplaced))
  if (rideIds.length > 0) await watchNewRides(tx, rideIds, defaultThresholdMinutes)
  await tellOfGoneRides(tx, goneRideIds, now())
  if (parkIds.length > 0) await announcePasses(tx, { parkIds }, now())
}

const toReplaced = ({ parkId, attractions }: Park) =>
  attractions.flatMap(({ rideId: oldId, replacedBy: newId }) => (newId ? [{ parkId, oldId, newId }] : []))
