import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb, instantOf } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** A park with its day, which ends at 4 am. */
export type ParkToday = { parkId: string; date: string; endsAt: Date }

export type WatchedPark = { parkId: string; watchedUntil: string | null }

/** The parks of the feed. */
export const listParkTimezones = (db: Database): Promise<{ id: string; timezone: string }[]> =>
  db.execute<{ id: string; timezone: string }>(sql`select id, timezone from parks where not retired`)

/**
 * Saves until when each park is watched, and returns those for which that has changed since the last time. A park is watched while an alert
 * waits for a table of today, and while a preference has a paid day. Looks into the indices for each ride and restaurant, so that the cost
 * does not grow with alerts and preferences.
 */
export async function saveWatchedParks(
  tx: Transaction,
  parks: ParkToday[],
  now: Date,
): Promise<WatchedPark[]> {
  const present = sql`${instantOf(now)}`
  const rows = await tx.execute<{ parkId: string; watchedUntil: string | null }>(sql`
    with today as materialized (
      select * from jsonb_to_recordset(${asJsonb(parks)}) as t("parkId" uuid, date date, "endsAt" timestamptz)
    ), found as (
      select t."parkId" as park_id, greatest(
        (select max(lane.until) from rides r cross join lateral (
          select max(p.watched_until) as until from lane_preferences p
          where p.ride_id = r.id and p.watched_until > ${present}) lane where r.park_id = t."parkId"),
        case when exists (
          select from restaurants s where s.park_id = t."parkId" and exists (
            select from restaurant_alert_days d where d.restaurant_id = s.id and d.date = t.date))
          then t."endsAt" end) as watched_until
      from today t
    ), saved as (
      insert into watched_parks as w (park_id, watched_until)
      select park_id, watched_until from found where watched_until is not null order by park_id
      on conflict (park_id) do update set watched_until = excluded.watched_until
      where w.watched_until <> excluded.watched_until
      returning park_id, watched_until
    ), ended as (
      delete from watched_parks w using found f where f.park_id = w.park_id and f.watched_until is null
      returning w.park_id, null::timestamptz as watched_until
    )
    select park_id as "parkId", watched_until as "watchedUntil" from saved
    union all select park_id, watched_until from ended order by 1`)
  return rows.map(({ parkId, watchedUntil }) => ({
    parkId,
    watchedUntil: watchedUntil === null ? null : new Date(watchedUntil).toISOString(),
  }))
}
