import type { Showtime } from '@walkon/contracts/http/park-day'
import type { ParkPlace } from '@walkon/contracts/http/parks'
import type { Database } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import type { ParkEntry } from '../../db/directory.ts'
import { findParkReading } from '../../db/park-states.ts'
import { listPlaceStates } from '../../db/places.ts'
import type { PlaceKind } from '../../domain/catalogue.ts'
import { isBaseline } from '../../domain/guards.ts'
import { isStale } from '../../domain/live-ride.ts'
import { hasWalkUpList, type PlaceState } from '../../domain/observe-places.ts'
import { isParkOpen } from '../../domain/park-open.ts'

export type PlacesDeps = { db: Database; now: () => Date }

/** The shows of a park with their times of today and later. */
export async function showShows(deps: PlacesDeps, park: ParkEntry) {
  const { states, counts, now, ...head } = await readPlaces(deps, park)
  const { startsAt: dayStartsAt } = parkDayAt(now, park.timezone)
  return {
    ...head,
    shows: placesOf(park, 'show').map((place) => {
      const state = states.get(place.id)
      const times = (state?.times ?? []).filter(({ startsAt }) => new Date(startsAt) >= dayStartsAt)
      return {
        ...place,
        status: state?.status ?? 'UNKNOWN',
        waitMinutes: counts ? (state?.waitMinutes ?? null) : null,
        times,
        nextStartsAt: nextOf(times, now),
      }
    }),
  }
}

/** The restaurants of a park with the walk-up tables that they offer now. */
export async function showRestaurants(deps: PlacesDeps, park: ParkEntry) {
  const { states, counts, now, ...head } = await readPlaces(deps, park)
  return {
    ...head,
    restaurants: placesOf(park, 'restaurant').map((place) => {
      const state = states.get(place.id)
      return {
        ...place,
        hasWalkUpList: state !== undefined && hasWalkUpList(state, now),
        tables: counts && state && state.tables.length > 0 ? state.tables : null,
      }
    }),
  }
}

/** The restaurants or the shows of a park, by name. */
export const placesOf = (park: ParkEntry, wanted: PlaceKind): ParkPlace[] =>
  park.places
    .filter(({ kind }) => kind === wanted)
    .map(({ id, name, slug, location }) => ({ id, name, slug, location }))

const nextOf = (times: Showtime[], now: Date) =>
  times.find(({ startsAt }) => new Date(startsAt) > now)?.startsAt ?? null

const UNREAD = { readAt: null, openByRidesAt: null }

/** `counts` is false where the readings are no offer: in a closed park, a frozen feed or an outage of it. */
async function readPlaces({ db, now }: PlacesDeps, park: ParkEntry) {
  const at = now()
  const reading = await findParkReading(db, park.id)
  const states = await listPlaceStates(db, [park.id])
  const parkOpen = isParkOpen(reading ?? UNREAD, park.openings, at)
  const stale = reading !== null && isStale(reading, park.openings, at)
  return {
    parkId: park.id,
    readAt: reading?.readAt.toISOString() ?? null,
    isOpen: parkOpen,
    isStale: stale,
    counts: parkOpen && !stale && reading !== null && !isBaseline(reading, at),
    states: states.get(park.id) ?? new Map<string, PlaceState>(),
    now: at,
  }
}
