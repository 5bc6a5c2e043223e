import type { Transaction } from '@walkon/service/database'
import { lockParks, saveParks, type Park } from '../db/catalog.ts'
import { watchNewRides } from '../db/watches.ts'
import { announcePasses } from './announce-passes.ts'

/** Projects the names of parks and rides, and adds watches of new rides for subscriptions that watch all rides. */
export async function projectCatalog(
  { defaultThresholdMinutes }: { defaultThresholdMinutes: number },
  tx: Transaction,
  parks: Park[],
): Promise<void> {
  await lockParks(
    tx,
    parks.map(({ parkId }) => parkId),
  )
  const { parkIds, rideIds } = await saveParks(tx, parks)
  if (rideIds.length > 0) await watchNewRides(tx, rideIds, defaultThresholdMinutes)
  if (parkIds.length > 0) await announcePasses(tx, { parkIds })
}
