import type { Database } from '@walkon/service/database'
import {
  listParkIds,
  listStandingIds,
  retireDestinationsBut,
  saveDestinationListRead,
  upsertDestinations,
} from '../../db/catalogue.ts'
import type { ListedDestination } from '../../domain/catalogue.ts'
import { mayRetire } from '../../domain/retirement.ts'
import { announceParks } from './announce-parks.ts'

/**
 * Saves the list of destinations and their parks: inserts, renames and retires.
 * Returns false if the list has lost too many rows to be believed; then nothing is retired.
 */
export async function saveDestinations(
  db: Database,
  listed: ListedDestination[],
  readAt: Date,
): Promise<boolean> {
  const listedParkIds = listed.flatMap(({ parks }) => parks.map(({ id }) => id))
  const listedIds = new Set([...listed.map(({ id }) => id), ...listedParkIds])

  return db.transaction(async (tx) => {
    const retires = mayRetire(new Set(await listStandingIds(tx)), listedIds)
    const parkIds = new Set([...(await listParkIds(tx)), ...listedParkIds])
    await announceParks(tx, [...parkIds], async () => {
      await upsertDestinations(tx, listed)
      if (retires) await retireDestinationsBut(tx, [...listedIds])
    })
    await saveDestinationListRead(tx, readAt)
    return retires
  })
}
