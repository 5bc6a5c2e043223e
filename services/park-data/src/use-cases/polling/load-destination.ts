import type { Database } from '@walkon/service/database'
import { listAttractions, type AttractionEntry } from '../../db/attractions.ts'
import type { ParkEntry } from '../../db/directory.ts'
import { listParkStates } from '../../db/park-states.ts'
import { listPlaceEntries, listPlaceStates, type PlaceEntry, type PlaceStates } from '../../db/places.ts'
import { findUsualWaits } from '../../db/usual-waits.ts'
import type { Board } from '../../domain/board.ts'
import type { UsualWait } from '../../domain/live-ride.ts'
import { parkHourAt, type ParkHour } from '../../domain/local-hour.ts'
import type { ParkState } from '../../domain/park-state.ts'
import type { DestinationEntry } from '../catalogue/read-directory.ts'

export type UsualWaits = { hour: ParkHour; waits: ReadonlyMap<string, UsualWait> }

/** The poller's memory of a destination between two polls, so that a poll makes no query. */
export type DestinationMemory = {
  parks: ReadonlyMap<string, ParkState>
  attractions: ReadonlyMap<string, AttractionEntry>
  places: ReadonlyMap<string, PlaceEntry>
  /** The last readings of restaurants and shows, by park. */
  placeStates: ReadonlyMap<string, PlaceStates>
  usual: ReadonlyMap<string, UsualWaits>
  /** The boards that were last published. */
  boards: ReadonlyMap<string, Board>
}

export async function loadDestination(
  db: Database,
  { parks }: DestinationEntry,
  now: Date,
): Promise<DestinationMemory> {
  const parkIds = parks.map(({ id }) => id)
  const states = await listParkStates(db, parks, now)
  const attractions = await listAttractions(db, parkIds)
  const places = await listPlaceEntries(db, parkIds)
  const placeStates = await listPlaceStates(db, parkIds)
  return {
    parks: new Map(states.map((state) => [state.parkId, state])),
    attractions: new Map(attractions.map((attraction) => [attraction.id, attraction])),
    places: new Map(places.map((place) => [place.id, place])),
    placeStates,
    usual: new Map(),
    boards: new Map(),
  }
}

/** Usual waits depend on the hour. */
export async function usualWaitsAt(
  db: Database,
  park: ParkEntry,
  known: UsualWaits | undefined,
  now: Date,
): Promise<UsualWaits> {
  const hour = parkHourAt(now, park.timezone)
  if (known && known.hour.hour === hour.hour && known.hour.date === hour.date) return known
  return { hour, waits: await findUsualWaits(db, park.id, hour) }
}
