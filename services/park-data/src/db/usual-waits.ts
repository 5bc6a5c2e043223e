import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import type { UsualWait } from '../domain/live-ride.ts'
import type { ParkHour } from '../domain/park-hour.ts'

/** A usual wait takes at least so many days like today, within the last four weeks. */
const FEWEST_DAYS = 3

/**
 * The usual waits of each ride of a park: the mean of this hour on days like today (weekdays, or weekends), and the
 * mean of all hours. Today is left out, so that the order of the board does not change during the day.
 */
export async function findUsualWaits(
  db: Database,
  parkId: string,
  { date, hour, isWeekend }: ParkHour,
): Promise<ReadonlyMap<string, UsualWait>> {
  const alike = sql`hour = ${hour} and (extract(isodow from date) >= 6) = ${isWeekend}`
  const rows = await db.execute<{ ride_id: string; usual: number | null; days: number; mean: number }>(sql`
    select ride_id,
      (sum(sum_minutes) filter (where ${alike}))::float / (sum(samples) filter (where ${alike})) as usual,
      (count(*) filter (where ${alike}))::int as days,
      sum(sum_minutes)::float / sum(samples) as mean
    from hourly_waits where park_id = ${parkId} and date >= ${date}::date - 28 and date < ${date}::date
    group by ride_id`)
  return new Map(
    rows.map(({ ride_id, usual, days, mean }) => [
      ride_id,
      { usualMinutes: usual !== null && days >= FEWEST_DAYS ? Math.round(usual) : null, meanMinutes: mean },
    ]),
  )
}
