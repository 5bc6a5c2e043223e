import type { Database } from '@walkon/service/database'
import {
  listKnownAttractions,
  retireAttractionsBut,
  saveAttractionsRead,
  upsertAttractions,
} from '../db/catalogue.ts'
import type { ListedPark } from '../domain/catalogue.ts'
import { mayRetire, SEEN_LATELY_MS } from '../domain/retirement.ts'
import { announceParks } from './announce-parks.ts'

/**
 * Saves a park's time zone and attractions. Returns false if the list has lost too many rows to be
 * believed; then nothing is retired.
 */
export async function savePark(
  db: Database,
  parkId: string,
  park: ListedPark,
  readAt: Date,
): Promise<boolean> {
  const ids = park.attractions.map(({ id }) => id)
  return db.transaction(async (tx) => {
    const known = await listKnownAttractions(tx, parkId, ids)
    const standing = known.filter((attraction) => attraction.parkId === parkId && !attraction.retired)
    const retires = mayRetire(new Set(standing.map(({ id }) => id)), new Set(ids))

    const parkIds = new Set([parkId, ...known.map((attraction) => attraction.parkId)])
    await announceParks(tx, [...parkIds], async () => {
      await saveAttractionsRead(tx, parkId, park, readAt)
      await upsertAttractions(
        tx,
        park.attractions.map(({ id, name }) => ({ id, name, parkId })),
      )
      if (retires) await retireAttractionsBut(tx, parkId, ids, new Date(readAt.getTime() - SEEN_LATELY_MS))
    })
    return retires
  })
}
