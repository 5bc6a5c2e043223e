import type { ParkBestTimes } from '@walkon/contracts/http/ride-statistics'
import { WANTED_RIDES } from '@walkon/contracts/lead-ride'
import type { Database } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import { listAttractions } from '../../db/attractions.ts'
import type { ParkEntry } from '../../db/directory.ts'
import { findUsualWaits, listClassHours } from '../../db/usual-waits.ts'
import { bestOfDay, usualOfDay } from '../../domain/best-hours.ts'
import { dayAfter } from '../../domain/observation-days.ts'
import { parkHourAt } from '../../domain/local-hour.ts'
import { toSpread, type HourSpread } from '../../domain/usual-wait.ts'

/** Statistics are built once a day; a reading of a large park sums some ten thousand rows, and serves all requests of ten minutes. */
const KEPT_MS = 10 * 60_000

type WantedRide = { rideId: string; name: string; usualOf: (isWeekend: boolean) => HourSpread[] }

export type BestTimesReader = (park: ParkEntry) => Promise<ParkBestTimes>

/** When to ride which of the wanted rides of a park. Hours that are over are left out at each request. */
export function createBestTimesReader({ db, now }: { db: Database; now: () => Date }): BestTimesReader {
  const kept = new Map<string, { until: number; wanted: Promise<WantedRide[]> }>()

  function wantedOf(park: ParkEntry): Promise<WantedRide[]> {
    const at = now().getTime()
    const known = kept.get(park.id)
    if (known && at < known.until) return known.wanted
    const wanted = readWanted(db, park, now())
    kept.set(park.id, { until: at + KEPT_MS, wanted })
    wanted.catch(() => kept.delete(park.id))
    return wanted
  }

  return async (park) => {
    const rides = await wantedOf(park)
    const at = now()
    const { id: parkId, timezone, openings } = park
    const { date: today } = parkDayAt(at, timezone)
    const days = [today, dayAfter(today)].map((date) => ({
      date,
      isOpen: openings.some((opening) => opening.date === date && opening.type === 'OPERATING'),
      rides: rides.map(({ rideId, name, usualOf }) => {
        const { shortest, longest } = bestOfDay(usualOf, { date, timezone, openings, now: at })
        return { rideId, name, shortest, longest }
      }),
    }))
    return {
      parkId,
      timezone,
      days,
      usual: meanHours(rides.map(({ usualOf }) => usualOfDay(usualOf, today))),
    }
  }
}

async function readWanted(db: Database, { id, timezone }: ParkEntry, now: Date): Promise<WantedRide[]> {
  const hour = parkHourAt(now, timezone)
  const means = await findUsualWaits(db, id, hour)
  const hours = Map.groupBy(await listClassHours(db, id, hour.date), ({ rideId }) => rideId)
  const attractions = await listAttractions(db, [id])
  return attractions
    .filter(({ id: rideId, postsWaits }) => postsWaits && hours.has(rideId))
    .map(({ id: rideId, name }) => ({
      rideId,
      name,
      mean: means.get(rideId)?.meanMinutes ?? 0,
      usualOf: (isWeekend: boolean) =>
        (hours.get(rideId) ?? [])
          .filter((each) => each.isWeekend === isWeekend)
          .flatMap((each) => toSpread(each) ?? []),
    }))
    .toSorted((one, other) => other.mean - one.mean || (one.name < other.name ? -1 : 1))
    .slice(0, WANTED_RIDES)
}

/** An hour of few rides is no hour of the park. */
const FEWEST_SHARE = 1 / 2

function meanHours(rides: HourSpread[][]): ParkBestTimes['usual'] {
  const byHour = Map.groupBy(rides.flat(), ({ hour }) => hour)
  return [...byHour]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([hour, ofHour]) =>
      ofHour.length < rides.length * FEWEST_SHARE
        ? []
        : [
            {
              hour,
              medianMinutes: Math.round(
                ofHour.reduce((sum, { medianMinutes }) => sum + medianMinutes, 0) / ofHour.length,
              ),
            },
          ],
    )
}
