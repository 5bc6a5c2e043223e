import { COUNTED_RIDES, COUNTING_TIMEZONE, type AlertsToday } from '@walkon/contracts/http/alerts-today'
import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/**
 * Alerts of today that a provider has taken, and the rides with the most of them. An alert counts once, wherever it went. Deliveries are
 * found by the time of their making, for which they have an index; alerts have none.
 */
export async function countAlertsOfToday(db: Database, now: Date): Promise<AlertsToday> {
  const rides = await db.execute<{ rideName: string; alerts: number; all: number }>(sql`
    with sent as (
      select a.ride_id, max(a.ride_name) as ride_name, count(distinct a.alert_id)::int as alerts
      from deliveries d join delivery_alerts a on a.delivery_id = d.id
      where d.accepted_at is not null
        and d.created_at >= date_trunc('day', ${now.toISOString()}::timestamptz, ${COUNTING_TIMEZONE})
      group by a.ride_id)
    select ride_name as "rideName", alerts, (sum(alerts) over ())::int as "all" from sent
    order by alerts desc, ride_name limit ${COUNTED_RIDES}`)
  return {
    alerts: rides[0]?.all ?? 0,
    rides: rides.map(({ rideName, alerts }) => ({ rideName, alerts })),
  }
}
