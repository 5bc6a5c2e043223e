import type { Channel } from '@walkon/contracts/values'
import type { Queryable } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

export const HOURS_A_DAY = 24
const HOUR_MS = 3_600_000

/** Messages that were made in each of the 24 hours from an instant. Found by the time of their making, for which there is an index. */
export async function countSendsByHour(db: Queryable, from: Date) {
  const rows = await db.execute<{ hour: number; accepted: number; failed: number }>(sql`
    select floor(extract(epoch from created_at - ${from.toISOString()}::timestamptz) / 3600)::int as hour,
      count(*) filter (where accepted_at is not null)::int as accepted,
      count(*) filter (where accepted_at is null and state not in ('queued', 'sending', 'unknown'))::int as failed
    from deliveries where ${madeOnDay(from)} group by 1`)
  const byHour = new Map(rows.map(({ hour, accepted, failed }) => [hour, { accepted, failed }]))
  return Array.from({ length: HOURS_A_DAY }, (_, hour) => byHour.get(hour) ?? { accepted: 0, failed: 0 })
}

/** Reasons of messages that were made in the 24 hours from an instant, by their stable codes, the most frequent first. */
export const countSendErrors = (db: Queryable, from: Date, limit: number) =>
  db.execute<{ channel: Channel; code: string; messages: number }>(sql`
    select channel, last_error as code, count(*)::int as messages
    from deliveries where ${madeOnDay(from)} and last_error is not null
    group by 1, 2 order by 3 desc, 1, 2 limit ${limit}`)

const madeOnDay = (from: Date) => {
  const until = new Date(from.getTime() + HOURS_A_DAY * HOUR_MS)
  return sql`created_at >= ${from.toISOString()}::timestamptz and created_at < ${until.toISOString()}::timestamptz`
}
