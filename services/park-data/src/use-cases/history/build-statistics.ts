import { rideLimitsFitted } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { notifyJobs } from '@walkon/service/jobs'
import { judgeAttractions } from '../../db/attractions.ts'
import { listDownChanges, replaceBreakdowns } from '../../db/breakdowns.ts'
import { listParks, type ParkEntry } from '../../db/directory.ts'
import { HISTORY_CHANNEL, saveBuildFinished } from '../../db/history-imports.ts'
import {
  deleteDay,
  insertDay,
  listOpeningsOf,
  listRideDays,
  listRideHours,
  type RideHour,
} from '../../db/ride-hours.ts'
import { findBuiltUntil, lockBuild, saveBuiltUntil } from '../../db/statistics-builds.ts'
import { toBreakdowns } from '../../domain/breakdowns.ts'
import { daysBetween, lastWholeDay, toCalendarDay, type CalendarDay } from '../../domain/calendar-day.ts'
import { fitLimit, MEDIAN_DAYS, toUsualMedian } from '../../domain/histogram.ts'
import { dayAfter, oldestDay } from '../../domain/observation-days.ts'
import { announceParks } from '../catalogue/announce-parks.ts'

export type StatisticsDeps = { db: Database; retentionDays: number; now: () => Date }

/**
 * Builds the statistics of each park for its days that are over and not built yet, and publishes the limits that fit its rides. `again`
 * builds all days whose observations are kept; older statistics stay. Idempotent. Resolves with the number of parks; a park that another
 * process builds is left to it.
 */
export async function buildStatistics(deps: StatisticsDeps, { again = false } = {}): Promise<number> {
  const { db, now } = deps
  let built = 0
  for (const park of await listParks(db, now())) if (await buildPark(deps, park, again)) built++
  if (built > 0) {
    await db.transaction(async (tx) => {
      await saveBuildFinished(tx, now())
      await notifyJobs(tx, HISTORY_CHANNEL)
    })
  }
  return built
}

async function buildPark(
  { db, retentionDays, now }: StatisticsDeps,
  park: ParkEntry,
  again: boolean,
): Promise<boolean> {
  const last = lastWholeDay(now(), park.timezone)
  if (!again && (await findBuiltUntil(db, park.id)) === last) return false
  return db.transaction(async (tx) => {
    if (!(await lockBuild(tx, park.id))) return false
    const builtUntil = again ? null : await findBuiltUntil(tx, park.id)
    // The oldest day lacks the readings of the evening before, which its first hours need.
    const oldest = oldestDay(retentionDays, now())
    const first = dayAfter(builtUntil === null || builtUntil < oldest ? oldest : builtUntil)
    if (first > last) return false
    for (const date of daysBetween(first, last)) {
      const openings = await listOpeningsOf(tx, park.id, date)
      await deleteDay(tx, park.id, date)
      const day = toCalendarDay(date, park.timezone, openings)
      await insertDay(tx, park.id, day)
      await buildBreakdowns(tx, park.id, day)
    }
    await saveBuiltUntil(tx, park.id, last)
    await publishLimits(tx, park.id, now())
    await announceParks(tx, [park.id], () => judgeAttractions(tx, park.id))
    return true
  })
}

async function buildBreakdowns(tx: Transaction, parkId: string, day: CalendarDay): Promise<void> {
  const changes = Map.groupBy(await listDownChanges(tx, parkId, day), ({ rideId }) => rideId)
  const breakdowns = [...changes].flatMap(([rideId, ofRide]) =>
    toBreakdowns(ofRide, day.hours, day.endsAt).map(({ startsAt, endsAt, cameBack }) => ({
      rideId,
      startsAt,
      endsAt: endsAt ?? day.endsAt,
      cameBack,
    })),
  )
  await replaceBreakdowns(tx, parkId, day, breakdowns)
}

async function publishLimits(tx: Transaction, parkId: string, now: Date): Promise<void> {
  const rides = Map.groupBy(await listRideHours(tx, { parkId }), ({ rideId }) => rideId)
  if (rides.size === 0) return
  const days = new Map((await listRideDays(tx, parkId, MEDIAN_DAYS)).map((ride) => [ride.rideId, ride]))
  const data = {
    parkId,
    fittedAt: now.toISOString(),
    rides: [...rides].map(([rideId, hours]) => ({
      rideId,
      weekday: toLimits(hours, false),
      weekend: toLimits(hours, true),
      medianMinutes: toUsualMedian(days.get(rideId)),
    })),
  }
  await emit(tx, rideLimitsFitted, [{ data }])
}

const NOTHING = { days: 0, steps: {} }

/** The fitted limit of each of the 24 hours on days of one class; null without enough history. */
export function toLimits(hours: RideHour[], isWeekend: boolean): (number | null)[] {
  const of = (hour: number, weekend: boolean) =>
    hours.find((entry) => entry.hour === hour && entry.isWeekend === weekend) ?? NOTHING
  return Array.from({ length: 24 }, (_, hour) => fitLimit(of(hour, isWeekend), of(hour, !isWeekend)))
}
