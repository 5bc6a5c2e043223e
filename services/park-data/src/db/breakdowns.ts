import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { AFTER_REOPENING_MINUTES, type PastBreakdown, type StatusChange } from '../domain/breakdowns.ts'
import type { CalendarDay } from '../domain/calendar-day.ts'
import type { BreakdownLength } from '../domain/done-for-today.ts'
import { rideBreakdowns } from './schema.ts'

/** The changes to DOWN and from it, of each ride of a park, in order. */
export async function listDownChanges(
  tx: Transaction,
  parkId: string,
  { stepsFrom, endsAt }: Pick<CalendarDay, 'stepsFrom' | 'endsAt'>,
): Promise<StatusChange[]> {
  const rows = await tx.execute<{ rideId: string; at: string; status: StatusChange['status'] }>(sql`
    select ride_id as "rideId", observed_at as at, status
    from (
      select ride_id, observed_at, status,
        lag(status) over (partition by ride_id order by observed_at) as before
      from observations
      where ride_id in (select id from attractions where park_id = ${parkId})
        and observed_at >= ${stepsFrom.toISOString()}::timestamptz
        and observed_at < ${endsAt.toISOString()}::timestamptz
    ) step
    where (status = 'DOWN') <> (coalesce(before, '') = 'DOWN')
    order by ride_id, observed_at`)
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }))
}

export type DayBreakdown = PastBreakdown & { rideId: string }

/** Replaces those of a day for rides that were observed on it; an imported day without observations keeps its own. */
export async function replaceBreakdowns(
  tx: Transaction,
  parkId: string,
  { date, endsAt, hours }: CalendarDay,
  breakdowns: DayBreakdown[],
): Promise<void> {
  const from = hours[0]?.startsAt ?? endsAt
  await tx.execute(sql`
    delete from ride_breakdowns
    where park_id = ${parkId} and date = ${date} and exists (
      select from observations
      where observations.ride_id = ride_breakdowns.ride_id
        and observed_at >= ${from.toISOString()}::timestamptz and observed_at < ${endsAt.toISOString()}::timestamptz)`)
  if (breakdowns.length === 0) return
  await tx
    .insert(rideBreakdowns)
    .values(breakdowns.map((breakdown) => ({ ...breakdown, parkId, date })))
    .onConflictDoNothing()
  // A later minute is one of the next day, which may not be observed yet.
  await tx.execute(sql`
    update ride_breakdowns b set wait_after_minutes = (
      select case when status = 'OPERATING' then wait_minutes end from observations o
      where o.ride_id = b.ride_id and o.observed_at >= b.ends_at and o.observed_at <= b.ends_at + ${AFTER}
      order by o.observed_at desc limit 1)
    where park_id = ${parkId} and date = ${date} and came_back and ends_at + ${AFTER} <= ${endsAt.toISOString()}::timestamptz`)
}

const AFTER = sql`make_interval(mins => ${AFTER_REOPENING_MINUTES})`

/** Lists the breakdowns of a ride since a day of the park's calendar, oldest first. */
export const listBreakdowns = (db: Database, rideId: string, fromDate: string) =>
  db
    .select({
      startsAt: rideBreakdowns.startsAt,
      endsAt: rideBreakdowns.endsAt,
      cameBack: rideBreakdowns.cameBack,
      waitAfterMinutes: rideBreakdowns.waitAfterMinutes,
      date: rideBreakdowns.date,
    })
    .from(rideBreakdowns)
    .where(and(eq(rideBreakdowns.rideId, rideId), gte(rideBreakdowns.date, fromDate)))
    .orderBy(asc(rideBreakdowns.startsAt))

export type BreakdownsOfRide = {
  /** Oldest first. */
  lengths: BreakdownLength[]
  /** The waits that were posted half an hour after it came back. */
  waitsAfter: number[]
}

/** How long the newest breakdowns of each ride of a park took, and the waits that followed. */
export async function listBreakdownLengths(
  db: Database,
  parkId: string,
  { newest, fromDate }: { newest: number; fromDate: string },
): Promise<ReadonlyMap<string, BreakdownsOfRide>> {
  const rows = await db.execute<BreakdownsOfRide & { rideId: string }>(sql`
    select ride_id as "rideId", 
      jsonb_agg(jsonb_build_object('minutes', minutes, 'cameBack', came_back) order by starts_at) as lengths,
      coalesce(array_agg(wait_after_minutes) filter (where wait_after_minutes is not null), '{}') as "waitsAfter"
    from (
      select ride_id, starts_at, came_back, wait_after_minutes,
        round(extract(epoch from ends_at - starts_at) / 60)::int as minutes,
        row_number() over (partition by ride_id order by starts_at desc) as place
      from ride_breakdowns where park_id = ${parkId} and date >= ${fromDate}
    ) breakdown
    where place <= ${newest} group by ride_id`)
  return new Map(rows.map(({ rideId, ...ofRide }) => [rideId, ofRide]))
}

export async function deleteBreakdownsBefore(db: Database, oldest: string): Promise<void> {
  await db.delete(rideBreakdowns).where(lt(rideBreakdowns.date, oldest))
}

export type ArchivedBreakdown = {
  rideId: string
  downFrom: string
  downUntil: string
  cameBack: boolean
  waitAfterMinutes?: number | null | undefined
}

/** Leaves out rides that the catalogue lacks, and rows that are there already; returns how many are new. */
export async function insertArchivedBreakdowns(
  tx: Transaction,
  breakdowns: ArchivedBreakdown[],
): Promise<number> {
  const rows = await tx.execute(sql`
    insert into ride_breakdowns (ride_id, starts_at, ends_at, came_back, wait_after_minutes, park_id, date)
    select attractions.id, "downFrom", "downUntil", "cameBack", "waitAfterMinutes", parks.id, ("downFrom" at time zone parks.timezone)::date
    from jsonb_to_recordset(${asJsonb(breakdowns)})
      as b("rideId" uuid, "downFrom" timestamptz, "downUntil" timestamptz, "cameBack" boolean, "waitAfterMinutes" smallint)
    join attractions on attractions.id = "rideId" join parks on parks.id = attractions.park_id
    where parks.timezone is not null
    on conflict do nothing`)
  return rows.count
}
