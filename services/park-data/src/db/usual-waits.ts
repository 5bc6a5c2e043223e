import type { Database } from '@walkon/service/database'
import { and, eq, sql } from 'drizzle-orm'
import { FEWEST_BREAKDOWNS, usualAfterReopening } from '../domain/breakdowns.ts'
import { medianMinutes, type Histogram, type HourHistory } from '../domain/histogram.ts'
import { BREAKDOWN_DAYS } from '../domain/observation-days.ts'
import type { UsualWait } from '../domain/live-ride.ts'
import type { ParkHour } from '../domain/local-hour.ts'
import { daysBefore, FEWEST_USUAL_DAYS, USUAL_DAYS, type DayHour } from '../domain/usual-wait.ts'
import { listBreakdownLengths } from './breakdowns.ts'
import { rideHours } from './schema.ts'

type Row = { ride_id: string; steps: Histogram | null; days: number | null; mean: number | null }

/**
 * The usual waits of each ride of a park: the median of this hour on days like today, weekdays or weekends, and the mean of all hours.
 * Beside them the length of its breakdowns. Today is left out, so that the order of the board does not change during the day.
 */
export async function findUsualWaits(
  db: Database,
  parkId: string,
  { date, hour, isWeekend }: ParkHour,
): Promise<ReadonlyMap<string, UsualWait>> {
  const rows = await db.execute<Row>(sql`
    with alike as (
      select ride_id, from_date, steps from ride_hours
      where park_id = ${parkId} and span = 'day' and from_date >= ${date}::date - ${USUAL_DAYS}::int and from_date < ${date}::date
        and is_weekend = ${isWeekend} and hour = ${hour} and days > 0),
    posted as (
      select ride_id, jsonb_object_agg(key, minutes) as steps
      from (
        select ride_id, key, sum(value::int) as minutes from alike cross join jsonb_each_text(steps) group by ride_id, key
      ) s group by ride_id),
    counted as (select ride_id, count(*)::int as days from alike group by ride_id),
    wanted as (
      select ride_id, sum(sum_minutes)::float / sum(samples) as mean
      from hourly_waits where park_id = ${parkId} and date >= ${date}::date - ${USUAL_DAYS}::int and date < ${date}::date
      group by ride_id)
    select ride_id, steps, days, mean from wanted full join posted using (ride_id) left join counted using (ride_id)`)
  const breakdowns = await listBreakdownLengths(db, parkId, {
    newest: TOLD_BREAKDOWNS,
    fromDate: daysBefore(date, BREAKDOWN_DAYS),
  })
  const waits = new Map(rows.map((row) => [row.ride_id, row]))
  return new Map(
    [...new Set([...waits.keys(), ...breakdowns.keys()])].map((rideId) => {
      const row = waits.get(rideId)
      const { lengths, waitsAfter } = breakdowns.get(rideId) ?? { lengths: [], waitsAfter: [] }
      return [
        rideId,
        {
          usualMinutes: row ? toUsual(row) : null,
          meanMinutes: row?.mean ?? null,
          breakdowns: lengths.length < FEWEST_BREAKDOWNS ? [] : lengths,
          waitAfterReopening: usualAfterReopening(waitsAfter),
        },
      ]
    }),
  )
}

/** More make the board of a ride that is down longer, and its sentence no better. */
const TOLD_BREAKDOWNS = 30

/** The lowest posted wait above 0 of a ride on a day, in five-minute steps. */
export type DayLow = { rideId: string; date: string; minutes: number }

/** Of each ride of a park, on so many of the park's newest days with posted waits. */
export const listDayLows = (db: Database, parkId: string, newest: number): Promise<DayLow[]> =>
  db.execute<DayLow>(sql`
    with opened as materialized (
      select distinct from_date from ride_hours
      where park_id = ${parkId} and span = 'day' and days > 0 order by from_date desc limit ${newest})
    select ride_id as "rideId", from_date::text as date, min(step::int) * 5 as minutes
    from ride_hours join opened using (from_date) cross join jsonb_object_keys(steps) as step
    where park_id = ${parkId} and span = 'day' and step <> '0'
    group by ride_id, from_date`)

const toUsual = ({ steps, days }: Row) =>
  steps !== null && (days ?? 0) >= FEWEST_USUAL_DAYS ? medianMinutes(steps) : null

/** All that is kept of one hour of one day. */
export type RideDayHour = DayHour & { days: number; watchedMinutes: number }

/** The hours of the days that are kept by the day, of one ride. */
export const listDayHours = (db: Database, rideId: string): Promise<RideDayHour[]> =>
  db
    .select({
      date: rideHours.fromDate,
      hour: rideHours.hour,
      isWeekend: rideHours.isWeekend,
      days: rideHours.days,
      steps: rideHours.steps,
      watchedMinutes: rideHours.watchedMinutes,
    })
    .from(rideHours)
    .where(and(eq(rideHours.rideId, rideId), eq(rideHours.span, 'day')))

export type ClassHour = HourHistory & { rideId: string; isWeekend: boolean; hour: number }

/** Lists the posted waits of a park's rides in each hour of weekdays and of weekends, over the days of usual waits before `today`. */
export const listClassHours = (db: Database, parkId: string, today: string): Promise<ClassHour[]> =>
  db.execute<ClassHour>(sql`
    with alike as (
      select ride_id, is_weekend, hour, steps from ride_hours
      where park_id = ${parkId} and span = 'day' and days > 0
        and from_date >= ${today}::date - ${USUAL_DAYS}::int and from_date < ${today}::date),
    counted as (select ride_id, is_weekend, hour, count(*)::int as days from alike group by ride_id, is_weekend, hour),
    posted as (
      select ride_id, is_weekend, hour, jsonb_object_agg(key, minutes) as steps
      from (
        select ride_id, is_weekend, hour, key, sum(value::int)::int as minutes
        from alike cross join jsonb_each_text(steps) group by ride_id, is_weekend, hour, key
      ) s group by ride_id, is_weekend, hour)
    select ride_id as "rideId", is_weekend as "isWeekend", hour, days, steps
    from counted join posted using (ride_id, is_weekend, hour) order by ride_id, is_weekend, hour`)
