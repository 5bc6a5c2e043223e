import { COUNTED_DAYS, COUNTING_TIMEZONE } from '@walkon/contracts/http/how-we-do'
import type { Database } from '@walkon/service/database'
import type { ParkDay } from '@walkon/service/park-day'
import { instantOf } from '@walkon/service/sql-parameters'
import { desc, isNotNull, lt, sql } from 'drizzle-orm'
import { alertDays, shortChecks } from '../count-tables.ts'

/** Counts the alerts of a day that a provider accepted, without news that a ride is done. Idempotent: receipts come later, and the day is counted again. */
export async function countAlertsOfDay(
  db: Database,
  { date, startsAt, endsAt }: ParkDay,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    with of_day as materialized (
      select ceil(extract(epoch from greatest(accepted_at, posted_at) - posted_at))::int as seconds, has_receipts, delivered_at
      from alerts
      where triggered_at >= ${instantOf(startsAt)} and triggered_at < ${instantOf(endsAt)} and accepted_at is not null
        and kind <> 'probably-done'
    )
    insert into alert_days (date, counted_at, alerts, seconds, with_receipts, delivered)
    select ${date}::date, ${instantOf(now)}, count(*)::int,
      (select coalesce(jsonb_object_agg(seconds, alerts), '{}') from (
        select seconds, count(*)::int as alerts from of_day where seconds is not null group by 1) by_seconds),
      count(*) filter (where has_receipts)::int, count(delivered_at) filter (where has_receipts)::int
    from of_day
    on conflict (date) do update set counted_at = excluded.counted_at, alerts = excluded.alerts,
      seconds = excluded.seconds, with_receipts = excluded.with_receipts, delivered = excluded.delivered`)
}

/** The newest counted days. */
export const listAlertDays = (db: Database) =>
  db
    .select()
    .from(alertDays)
    .where(isNotNull(alertDays.countedAt))
    .orderBy(desc(alertDays.date))
    .limit(COUNTED_DAYS)

export type AlertDay = Awaited<ReturnType<typeof listAlertDays>>[number]

export async function deleteAlertDaysBefore(db: Database, date: string): Promise<void> {
  await db.delete(alertDays).where(lt(alertDays.date, date))
}

/**
 * Counts alerts of short waits that were made ten minutes ago, and those whose ride is still at or below their limit. Each alert counts
 * once, by the row that says until when it was done. An alert is left out if its park has not been read since, or if the check comes too
 * late for it.
 */
export async function checkAlertsAgain(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const until = sql`${instantOf(now)} - interval '10 minutes'`
    await tx
      .insert(shortChecks)
      .values({ id: 1, checkedUntil: sql`${until}` })
      .onConflictDoNothing()
    const [before] = await tx.select().from(shortChecks).for('update')
    if (!before) return
    await tx.execute(sql`
      insert into alert_days (date, checked_again, still_short)
      select ((a.triggered_at at time zone ${COUNTING_TIMEZONE}) - interval '4 hours')::date, count(*)::int,
        count(*) filter (where level.wait_minutes <= a.limit_minutes)::int
      from alerts a
      join ride_levels level on level.ride_id = a.ride_id
      join park_readings reading on reading.park_id = level.park_id
      where a.triggered_at > greatest(${instantOf(before.checkedUntil)}, ${until} - interval '2 minutes')
        and a.triggered_at <= ${until} and a.limit_minutes is not null
        and reading.read_at >= a.triggered_at + interval '8 minutes'
      group by 1
      on conflict (date) do update set checked_again = alert_days.checked_again + excluded.checked_again,
        still_short = alert_days.still_short + excluded.still_short`)
    await tx.update(shortChecks).set({ checkedUntil: sql`greatest(${shortChecks.checkedUntil}, ${until})` })
  })
}
