import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import type { ParkSpots, SpotsToday } from '@walkon/contracts/http/spots'
import type { SoldDays } from '@walkon/contracts/http/system'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { findPark, listParks } from '../../db/parks/parks.ts'
import { listTaken } from '../../db/parks/spots.ts'
import { toDaysAhead } from '../../domain/pass-windows.ts'
import type { SpotSettings } from './take-spots.ts'

type SpotDeps = { db: Database; settings: SpotSettings; now: () => Date }

const toLeft = (limit: number, taken: number): number => Math.max(limit - taken, 0)

/** The spots left today, at each park where some are held. Today is the park's own. */
export async function listSpotsToday({ db, settings, now: clock }: SpotDeps): Promise<SpotsToday> {
  const limit = settings.DAILY_PASSES_PER_PARK
  if (limit === undefined) return { dailyPassesPerPark: null, parks: [] }
  const now = clock()
  const todayOf = new Map(
    (await listParks(db)).map(({ id, timezone }) => [id, toDaysAhead(timezone, now, 0)[0]]),
  )
  const dates = [...new Set(todayOf.values())].flatMap((date) => date ?? [])
  const taken = await listTaken(db, { dates }, now)
  return {
    dailyPassesPerPark: limit,
    parks: taken
      .filter(({ parkId, date }) => todayOf.get(parkId) === date)
      .map((day) => ({ parkId: day.parkId, left: toLeft(limit, day.taken) })),
  }
}

/** The spots left at a park on the days on which some are held, from today on. Throws `park-not-found`. */
export async function listParkSpots(
  { db, settings, now: clock }: SpotDeps,
  parkId: string,
): Promise<ParkSpots> {
  const limit = settings.DAILY_PASSES_PER_PARK
  const park = await findPark(db, parkId)
  if (!park) throw notFound('park')
  if (limit === undefined) return { dailyPassesPerPark: null, days: [] }
  const now = clock()
  const taken = await listTaken(db, { parkId, dates: toDaysAhead(park.timezone, now, MAX_DAYS_AHEAD) }, now)
  return {
    dailyPassesPerPark: limit,
    days: taken.map((day) => ({ date: day.date, left: toLeft(limit, day.taken) })),
  }
}

/** Staff look so far ahead. */
const STAFF_DAYS_AHEAD = 30

/** The passes held for each park's day, from today on, also where nothing limits them. */
export async function listSoldDays({ db, settings, now: clock }: SpotDeps): Promise<SoldDays> {
  const now = clock()
  const parks = new Map(
    (await listParks(db)).map(({ id, name, timezone }) => [
      id,
      { name, dates: new Set(toDaysAhead(timezone, now, STAFF_DAYS_AHEAD)) },
    ]),
  )
  const dates = [...new Set([...parks.values()].flatMap((park) => [...park.dates]))]
  const days = (await listTaken(db, { dates }, now)).flatMap(({ parkId, date, taken }) => {
    const park = parks.get(parkId)
    return park?.dates.has(date) ? [{ parkId, parkName: park.name, date, taken }] : []
  })
  return {
    dailyPassesPerPark: settings.DAILY_PASSES_PER_PARK ?? null,
    days: days.toSorted((one, other) => one.date.localeCompare(other.date) || other.taken - one.taken),
  }
}
