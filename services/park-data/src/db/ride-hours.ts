import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm'
import type { CalendarDay } from '../domain/calendar-day.ts'
import { addHistograms, type Histogram, type HourHistory } from '../domain/histogram.ts'
import type { Opening } from '../domain/opening-hours.ts'
import { openingHours, rideHours } from './schema.ts'

/** The hours in which a day of the calendar can be open: those of its own park day and of the one before. */
export async function listOpeningsOf(tx: Transaction, parkId: string, date: string): Promise<Opening[]> {
  const { opensAt, closesAt, type } = openingHours
  return tx
    .select({ date: openingHours.date, type, opensAt, closesAt })
    .from(openingHours)
    .where(
      and(
        eq(openingHours.parkId, parkId),
        sql`${openingHours.date} >= ${date}::date - 1`,
        lte(openingHours.date, date),
      ),
    )
    .orderBy(asc(opensAt))
}

export async function deleteDay(tx: Transaction, parkId: string, date: string): Promise<void> {
  await tx
    .delete(rideHours)
    .where(and(eq(rideHours.parkId, parkId), eq(rideHours.span, 'day'), eq(rideHours.fromDate, date)))
}

/**
 * Builds a day of a park, which has none, from its observations. Posted waits count in the hours that have statistics of the ride. These
 * were observed in an open park by a trusted feed, so that an outage of the feed is no long wait. An imported hour without observations
 * counts by its least and its longest wait and the mean of the others.
 */
export async function insertDay(tx: Transaction, parkId: string, day: CalendarDay): Promise<void> {
  const { date, isWeekend } = day
  await tx.execute(sql`
    with ${observedParts(parkId, day)}
    posted as (
      select part.ride_id, part.hour, ceil(part.wait_minutes / 5.0)::int as step, part.minutes
      from part join watched using (ride_id, hour)
      where part.status = 'OPERATING' and part.wait_minutes is not null
      union all
      select watched.ride_id, watched.hour, ceil(point.minutes / 5.0)::int, point.samples * 60.0 / watched.samples
      from watched cross join lateral (values
        (min_minutes::numeric, 1),
        (max_minutes::numeric, least(samples - 1, 1)),
        ((sum_minutes - min_minutes - max_minutes)::numeric / greatest(samples - 2, 1), greatest(samples - 2, 0))
      ) as point(minutes, samples)
      where point.samples > 0
        and not exists (select from part where part.ride_id = watched.ride_id and part.hour = watched.hour)),
    counted as (
      select ride_id, hour, jsonb_object_agg(step, minutes) as steps
      from (select ride_id, hour, step, round(sum(minutes))::int as minutes from posted group by ride_id, hour, step) s
      where minutes > 0 group by ride_id, hour),
    ran as (
      select ride_id, hour, round(sum(minutes))::int as watched_minutes,
        round(coalesce(sum(minutes) filter (where status = 'DOWN'), 0))::int as down_minutes
      from part where status in ('OPERATING', 'DOWN') group by ride_id, hour),
    fallen as (
      select ride_id, hour, jsonb_object_agg(length, times) as down_spells
      from (
        select spell.ride_id, slot.hour,
          width_bucket(extract(epoch from spell.ends_at - spell.starts_at) / 60, array[15.01, 30.01, 60.01, 120.01]) as length,
          count(*) as times
        from (
          select ride_id, min(starts_at) as starts_at, max(ends_at) as ends_at
          from step where status = 'DOWN' group by ride_id, spell
        ) spell
        join slot on spell.starts_at >= slot.starts_at and spell.starts_at < slot.ends_at
        group by spell.ride_id, slot.hour, length
      ) s group by ride_id, hour)
    insert into ride_hours (park_id, span, from_date, is_weekend, hour, ride_id, days, steps, watched_minutes,
      down_minutes, down_spells)
    select ${parkId}, 'day', ${date}::date, ${isWeekend}, hour, ride_id, case when steps is null then 0 else 1 end,
      coalesce(steps, '{}'), coalesce(watched_minutes, 0), coalesce(down_minutes, 0), coalesce(down_spells, '{}')
    from counted full join ran using (ride_id, hour) left join fallen using (ride_id, hour)`)
}

/**
 * The tables of a build: the hours of the day, the minutes watched in them, and each observation as a step. Steps are cut into their parts
 * in these hours.
 */
function observedParts(parkId: string, { date, stepsFrom, endsAt, hours }: CalendarDay): SQL {
  return sql`
    slot as (
      select hour, "startsAt" as starts_at, "endsAt" as ends_at from jsonb_to_recordset(${asJsonb(hours)})
        as s(hour smallint, "startsAt" timestamptz, "endsAt" timestamptz)),
    watched as (
      select ride_id, hour, samples, min_minutes, max_minutes, sum_minutes
      from hourly_waits where park_id = ${parkId} and date = ${date}),
    step as (
      select ride_id, status, wait_minutes, observed_at as starts_at,
        lead(observed_at, 1, ${endsAt.toISOString()}::timestamptz) over ride as ends_at,
        count(*) filter (where status <> 'DOWN') over ride as spell
      from observations
      where ride_id in (select id from attractions where park_id = ${parkId})
        and observed_at >= ${stepsFrom.toISOString()}::timestamptz
        and observed_at < ${endsAt.toISOString()}::timestamptz
      window ride as (partition by ride_id order by observed_at)),
    part as (
      select step.ride_id, slot.hour, step.status, step.wait_minutes,
        extract(epoch from least(step.ends_at, slot.ends_at) - greatest(step.starts_at, slot.starts_at)) / 60 as minutes
      from step join slot on step.starts_at < slot.ends_at and step.ends_at > slot.starts_at
      where exists (select from watched where watched.hour = slot.hour)),`
}

/** Adds the days of a park before `oldest` to their quarters, which take the same space from then on. */
export async function foldDaysBefore(tx: Transaction, parkId: string, oldest: string): Promise<void> {
  const keys = sql.raw('from_date, is_weekend, hour, ride_id')
  await tx.execute(sql`
    with old as (
      delete from ride_hours where park_id = ${parkId} and span = 'day' and from_date < ${oldest}
      returning date_trunc('quarter', from_date)::date as from_date, is_weekend, hour, ride_id, days, steps,
        watched_minutes, down_minutes, down_spells),
    part as (
      select * from old union all
      select ${keys}, days, steps, watched_minutes, down_minutes, down_spells from ride_hours
      where park_id = ${parkId} and span = 'quarter' and from_date in (select from_date from old)),
    sums as (
      select ${keys}, sum(days) as days, sum(watched_minutes) as watched_minutes, sum(down_minutes) as down_minutes
      from part group by ${keys}),
    posted as (
      select ${keys}, jsonb_object_agg(key, minutes) as steps
      from (
        select ${keys}, key, sum(value::int) as minutes from part cross join jsonb_each_text(steps) group by ${keys}, key
      ) s group by ${keys}),
    fallen as (
      select ${keys}, jsonb_object_agg(key, times) as down_spells
      from (
        select ${keys}, key, sum(value::int) as times from part cross join jsonb_each_text(down_spells) group by ${keys}, key
      ) s group by ${keys})
    insert into ride_hours (park_id, span, ${keys}, days, steps, watched_minutes, down_minutes, down_spells)
    select ${parkId}, 'quarter', ${keys}, days, coalesce(steps, '{}'), watched_minutes, down_minutes, coalesce(down_spells, '{}')
    from sums left join posted using (${keys}) left join fallen using (${keys})
    on conflict (park_id, span, ${keys}) do update set days = excluded.days, steps = excluded.steps,
      watched_minutes = excluded.watched_minutes, down_minutes = excluded.down_minutes, down_spells = excluded.down_spells`)
}

/** Deletes quarters that ended two years before a day. */
export async function deleteQuartersBefore(db: Database, today: string): Promise<void> {
  await db.execute(sql`
    delete from ride_hours
    where span = 'quarter' and from_date < date_trunc('quarter', ${today}::date - interval '2 years')`)
}

/** All that is kept of one hour, on days of one class. */
export type RideHour = HourHistory & {
  rideId: string
  hour: number
  isWeekend: boolean
  watchedMinutes: number
  downMinutes: number
  downSpells: Histogram
}

export async function listRideHours(
  db: Database | Transaction,
  of: { parkId: string } | { rideId: string },
): Promise<RideHour[]> {
  const rows = await db
    .select({
      rideId: rideHours.rideId,
      hour: rideHours.hour,
      isWeekend: rideHours.isWeekend,
      days: rideHours.days,
      steps: rideHours.steps,
      watchedMinutes: rideHours.watchedMinutes,
      downMinutes: rideHours.downMinutes,
      downSpells: rideHours.downSpells,
    })
    .from(rideHours)
    .where('parkId' in of ? eq(rideHours.parkId, of.parkId) : eq(rideHours.rideId, of.rideId))
  const byHour = new Map<string, RideHour>()
  for (const row of rows) {
    const key = `${row.rideId} ${row.hour} ${row.isWeekend}`
    const known = byHour.get(key)
    byHour.set(key, known ? addHours(known, row) : row)
  }
  return [...byHour.values()]
}

/** The waits that a ride posted on the newest opening days of its park, and on how many of them. */
export type RideDays = { rideId: string; days: number; steps: Histogram }

/**
 * Of each ride of a park, over so many of the park's newest days with posted waits. These are read once: a new table has no statistics,
 * and its plan reads them for each hour.
 */
export const listRideDays = (
  tx: Database | Transaction,
  parkId: string,
  newest: number,
): Promise<RideDays[]> =>
  tx.execute<RideDays>(sql`
    with opened as materialized (
      select distinct from_date from ride_hours
      where park_id = ${parkId} and span = 'day' and days > 0 order by from_date desc limit ${newest}),
    posted as (
      select ride_id, from_date, key, sum(value::int)::int as minutes
      from ride_hours join opened using (from_date) cross join jsonb_each_text(steps)
      where park_id = ${parkId} and span = 'day' group by ride_id, from_date, key)
    select ride_id as "rideId", (select count(distinct from_date)::int from posted d where d.ride_id = p.ride_id) as days,
      jsonb_object_agg(key, minutes) as steps
    from (select ride_id, key, sum(minutes)::int as minutes from posted group by ride_id, key) as p
    group by ride_id`)

const addHours = (one: RideHour, other: RideHour): RideHour => ({
  ...one,
  days: one.days + other.days,
  steps: addHistograms(one.steps, other.steps),
  watchedMinutes: one.watchedMinutes + other.watchedMinutes,
  downMinutes: one.downMinutes + other.downMinutes,
  downSpells: addHistograms(one.downSpells, other.downSpells),
})
