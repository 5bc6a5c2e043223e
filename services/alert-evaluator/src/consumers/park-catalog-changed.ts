import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { on, type Handler } from '@walkon/messaging/inbox'
import { lockParks, saveParks } from '../db/catalog.ts'
import { watchNewRides } from '../db/watches.ts'
import { announcePasses } from '../pass-announcement.ts'

/** Keeps the names of parks and rides, and puts new rides under watch for those who watch all. */
export function copyCatalog({ defaultThresholdMinutes }: { defaultThresholdMinutes: number }): Handler {
  return on(parkCatalogChanged, async (events, tx) => {
    const newest = new Map(events.map(({ data }) => [data.parkId, data]))
    await lockParks(tx, [...newest.keys()])
    const { parkIds, rideIds } = await saveParks(tx, [...newest.values()])
    if (rideIds.length > 0) await watchNewRides(tx, rideIds, defaultThresholdMinutes)
    if (parkIds.length > 0) await announcePasses(tx, { parkIds })
  })
}
