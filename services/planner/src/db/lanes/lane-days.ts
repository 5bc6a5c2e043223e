import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, instantOf, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

export type LaneDay = {
  assistDayId: string
  userId: string
  startsAt: string
  endsAt: string
  isRevoked: boolean
}

/** Saves the last of several states of one window. */
export async function saveLaneDays(tx: Transaction, days: LaneDay[]): Promise<void> {
  const newest = [...new Map(days.map((day) => [`${day.assistDayId} ${day.startsAt}`, day])).values()]
  await tx.execute(sql`
    insert into lane_days (assist_day_id, user_id, starts_at, ends_at, is_revoked)
    select "assistDayId", "userId", "startsAt", "endsAt", "isRevoked"
    from jsonb_to_recordset(${asJsonb(newest)})
      as d("assistDayId" uuid, "userId" uuid, "startsAt" timestamptz, "endsAt" timestamptz, "isRevoked" boolean)
    order by "assistDayId"
    on conflict (assist_day_id, starts_at) do update set is_revoked = excluded.is_revoked, ends_at = excluded.ends_at`)
}

/** Finds the end of the days paid without a gap from now on; null if no day runs now. */
export async function findSubscriptionEnd(db: Queryable, userId: string, now: Date): Promise<Date | null> {
  const rows = await db.execute<{ startsAt: string; endsAt: string }>(sql`
    select starts_at as "startsAt", ends_at as "endsAt" from lane_days
    where user_id = ${userId} and not is_revoked and ends_at > ${instantOf(now)}
    order by starts_at`)
  let end: Date | null = null
  for (const { startsAt, endsAt } of rows) {
    if (new Date(startsAt) > (end ?? now)) break
    if (end === null || new Date(endsAt) > end) end = new Date(endsAt)
  }
  return end
}

/**
 * Gives the preferences of these accounts the instant until which they are watched: the end of the last paid day, else none. A day that was
 * bought watches on without the connection. Called after each change, so that an opening reads no preference that it cannot tell.
 */
export async function saveWatchedUntil(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.execute(sql`
    update lane_preferences p set watched_until = (
      select max(d.ends_at) from lane_days d
      where d.user_id = p.user_id and not d.is_revoked)
    where p.user_id = any(${uuids(userIds)})`)
}

export async function deleteLaneDaysBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from lane_days where (assist_day_id, starts_at) in (
      select assist_day_id, starts_at from lane_days where ends_at < ${instantOf(before)}
      order by ends_at limit ${limit})`)
  return deleted.count
}
