import type { Database, Transaction } from '@walkon/service/database'
import {
  listKnownAttractions,
  listParksOfPlaces,
  listStandingPlaces,
  retireAttractionsBut,
  retirePlacesBut,
  saveAttractionsRead,
  upsertAttractions,
  upsertPlaces,
} from '../../db/catalogue.ts'
import { listGoneRides, replaceRides } from '../../db/replacements.ts'
import type { ListedPark, ListedPlace, PlaceKind } from '../../domain/catalogue.ts'
import { matchReplacements } from '../../domain/replaced-rides.ts'
import { mayRetire, SEEN_LATELY_MS } from '../../domain/retirement.ts'
import { announceParks } from './announce-parks.ts'

/**
 * Saves a park's time zone, attractions, restaurants and shows. Returns the kinds whose list has lost too many rows to be
 * believed; none of these is retired.
 */
export async function savePark(
  db: Database,
  parkId: string,
  park: ListedPark,
  readAt: Date,
): Promise<('attraction' | PlaceKind)[]> {
  const ids = park.attractions.map(({ id }) => id)
  const placeIds = park.places.map(({ id }) => id)
  return db.transaction(async (tx) => {
    const known = await listKnownAttractions(tx, parkId, ids)
    const standing = known.filter((attraction) => attraction.parkId === parkId && !attraction.retired)
    const knownIds = new Set(known.map(({ id }) => id))
    const gone = await listGoneRides(tx, parkId, ids)
    const fresh = park.attractions.filter(({ id }) => !knownIds.has(id))
    const replacements = matchReplacements(gone, fresh)
    // The live rows still show the old id. When they show the new one, this list is read again.
    const listed = new Set(ids)
    const goneIds = new Set(gone.map(({ id }) => id))
    const stillShown = standing.filter(({ id }) => !listed.has(id) && !goneIds.has(id))
    const early = new Set(matchReplacements(stillShown, fresh).map(({ newId }) => newId))
    const replaced = new Set(replacements.map(({ oldId }) => oldId))
    const expected = standing.filter(({ id }) => !replaced.has(id)).map(({ id }) => id)
    const retires = mayRetire(new Set(expected), new Set(ids))
    let brokenKinds: PlaceKind[] = []

    const left = [...known.map((attraction) => attraction.parkId), ...(await listParksOfPlaces(tx, placeIds))]
    await announceParks(tx, [...new Set([parkId, ...left])], async () => {
      await saveAttractionsRead(tx, parkId, park, readAt)
      const ready = park.attractions.filter(({ id }) => !early.has(id))
      await upsertAttractions(
        tx,
        ready.map(({ id, name }) => ({ id, name, parkId })),
      )
      await replaceRides(tx, replacements)
      const unseenSince = new Date(readAt.getTime() - SEEN_LATELY_MS)
      if (retires) await retireAttractionsBut(tx, parkId, ids, unseenSince)
      brokenKinds = await savePlaces(tx, parkId, park.places, unseenSince)
    })
    return retires ? brokenKinds : ['attraction', ...brokenKinds]
  })
}

/** Most parks list no shows: an empty list is believed where none was known. */
async function savePlaces(
  tx: Transaction,
  parkId: string,
  listed: ListedPlace[],
  unseenSince: Date,
): Promise<PlaceKind[]> {
  const standing = await listStandingPlaces(tx, parkId)
  await upsertPlaces(tx, parkId, listed)
  const brokenKinds: PlaceKind[] = []
  for (const kind of ['restaurant', 'show'] as const) {
    const known = standing.filter((place) => place.kind === kind).map(({ id }) => id)
    const ids = listed.filter((place) => place.kind === kind).map(({ id }) => id)
    if (known.length === 0) continue
    if (mayRetire(new Set(known), new Set(ids))) await retirePlacesBut(tx, { parkId, kind }, ids, unseenSince)
    else brokenKinds.push(kind)
  }
  return brokenKinds
}
