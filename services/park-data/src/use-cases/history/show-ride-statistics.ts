import type { RideStatistics, StatisticsDay } from '@walkon/contracts/http/ride-statistics'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { parkDayAt, type ParkDay } from '@walkon/service/park-day'
import { listBreakdowns } from '../../db/breakdowns.ts'
import { findStandingRide, listLowestWaits, listObservations } from '../../db/history.ts'
import { listOpeningsOfDays } from '../../db/openings.ts'
import { listDayHours, type RideDayHour } from '../../db/usual-waits.ts'
import { bestOfDay } from '../../domain/best-hours.ts'
import {
  backWithin,
  minutesOf,
  toBreakdowns,
  typicalMinutes,
  usualAfterReopening,
  type PastBreakdown,
} from '../../domain/breakdowns.ts'
import { toCalendarDay, type HourSpan } from '../../domain/calendar-day.ts'
import { BREAKDOWN_DAYS, dayAfter } from '../../domain/observation-days.ts'
import type { Opening } from '../../domain/opening-hours.ts'
import { parkHourAt } from '../../domain/local-hour.ts'
import { daysBefore, usualHours, weekHours } from '../../domain/usual-wait.ts'
import { scoreUsual } from '../../domain/usual-score.ts'

export type StatisticsDeps = { db: Database; now: () => Date }

const SHOWN_DAYS = 7

/** When a ride is short, how short it got, and how reliable it is. */
export async function showRideStatistics(
  { db, now }: StatisticsDeps,
  askedId: string,
): Promise<RideStatistics> {
  const attraction = await findStandingRide(db, askedId)
  if (!attraction) throw notFound('attraction')
  const { rideId, parkId, timezone } = attraction
  const at = now()
  const today = parkDayAt(at, timezone)
  // The board counts by the calendar, whose day begins before the park's.
  const { date: usualBefore } = parkHourAt(at, timezone)
  const hours = await listDayHours(db, rideId)
  const posted = hours.filter(({ days }) => days > 0)
  const breakdowns = await listBreakdowns(db, rideId, daysBefore(today.date, BREAKDOWN_DAYS))
  const openings = await listOpeningsOfDays(db, parkId, [
    daysBefore(today.date, 1),
    today.date,
    dayAfter(today.date),
  ])
  const dates = posted.map(({ date }) => date).toSorted()
  return {
    ...attraction,
    days: new Set(dates).size,
    firstDate: dates[0] ?? null,
    weekday: usualHours(posted, { today: usualBefore, isWeekend: false }),
    weekend: usualHours(posted, { today: usualBefore, isWeekend: true }),
    week: weekHours(posted),
    best: [today.date, dayAfter(today.date)].map((date) =>
      bestOfDay((isWeekend) => usualHours(posted, { today: usualBefore, isWeekend }), {
        date,
        timezone,
        openings,
        now: at,
      }),
    ),
    reliability: {
      downShare: downShareOf(hours, breakdowns),
      breakdowns: breakdowns.length,
      typicalMinutes: typicalMinutes(breakdowns),
      backWithin: backWithin(breakdowns),
      ...afterReopeningOf(breakdowns.flatMap(({ waitAfterMinutes }) => waitAfterMinutes ?? [])),
    },
    lastDays: [
      ...(await pastDays(db, attraction, { today: today.date, breakdowns })),
      await dayNow(db, attraction, { today, openings, now: at }),
    ],
    score: scoreUsual(posted, usualBefore),
  }
}

function afterReopeningOf(waitsAfter: number[]): Pick<RideStatistics['reliability'], 'afterReopening'> {
  const waitMinutes = usualAfterReopening(waitsAfter)
  return waitMinutes === null ? {} : { afterReopening: { waitMinutes, reopenings: waitsAfter.length } }
}

const HOUR_MINUTES = 60

/** An imported hour does not say how much of it was watched: it counts whole. */
function downShareOf(hours: RideDayHour[], breakdowns: (PastBreakdown & { date: string })[]): number | null {
  const open = hours.reduce((sum, { watchedMinutes }) => sum + (watchedMinutes || HOUR_MINUTES), 0)
  if (open === 0) return null
  const dates = new Set(hours.map(({ date }) => date))
  const down = breakdowns
    .filter(({ date }) => dates.has(date))
    .reduce((sum, breakdown) => sum + minutesOf(breakdown), 0)
  return Math.round(Math.min(1, down / open) * 1_000) / 1_000
}

type Attraction = { rideId: string; parkId: string; timezone: string }
type Past = { today: string; breakdowns: (PastBreakdown & { date: string })[] }

async function pastDays(
  db: Database,
  { rideId, parkId }: Attraction,
  { today, breakdowns }: Past,
): Promise<StatisticsDay[]> {
  const dates = Array.from({ length: SHOWN_DAYS - 1 }, (_, index) =>
    daysBefore(today, SHOWN_DAYS - 1 - index),
  )
  const lowest = await listLowestWaits(db, { rideId, parkId, dates })
  return dates.map((date) => ({
    date,
    lowest: lowest.get(date) ?? null,
    breakdowns: breakdowns
      .filter((breakdown) => breakdown.date === date)
      .map(({ cameBack, startsAt, endsAt }) => ({
        cameBack,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
  }))
}

type Now = { today: ParkDay; openings: Opening[]; now: Date }

/** Today is not in the statistics yet: it is read from its observations. */
async function dayNow(
  db: Database,
  { rideId, timezone }: Attraction,
  { today, openings, now }: Now,
): Promise<StatisticsDay> {
  const observed = await listObservations(db, rideId, today)
  const hours = openSpans(today, openings, timezone)
  const isOpen = (at: Date) => hours.some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  const changes = observed
    .filter(({ status }, index) => (status === 'DOWN') !== (observed[index - 1]?.status === 'DOWN'))
    .map(({ status, observedAt }) => ({ rideId, at: observedAt, status }))
  const waits = observed.flatMap(({ status, waitMinutes, observedAt }) =>
    status === 'OPERATING' && waitMinutes !== null && isOpen(observedAt) ? [{ waitMinutes, observedAt }] : [],
  )
  const [lowest] = waits.toSorted((one, other) => one.waitMinutes - other.waitMinutes)
  return {
    date: today.date,
    lowest: lowest
      ? { waitMinutes: lowest.waitMinutes, hour: parkHourAt(lowest.observedAt, timezone).hour }
      : null,
    breakdowns: toBreakdowns(changes, hours, now).map(({ startsAt, endsAt, cameBack }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      cameBack,
    })),
  }
}

/** The hours of a park's day while the park is open: of its calendar day, and of the next one until 4 am. */
function openSpans(
  { date, startsAt: from, endsAt: until }: ParkDay,
  openings: Opening[],
  timezone: string,
): HourSpan[] {
  return [date, dayAfter(date)]
    .flatMap((day) => toCalendarDay(day, timezone, openings).hours)
    .filter(({ startsAt }) => startsAt >= from && startsAt < until)
}
