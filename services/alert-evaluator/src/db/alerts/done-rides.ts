import type { Recipient } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { CARRIED } from './carried.ts'

/** A watch whose visitor is to hear that its ride is probably done for today, and whom the message goes to. */
export type DoneWatch = {
  subscriptionId: string
  rideId: string
  thresholdMinutes: number
  email: string
  recipients: Recipient[]
  parkId: string
  parkName: string
  timezone: string
  dates: string[]
  /** The day of the park, which ends at 4 am. */
  date: string
}

/**
 * Lists at most so many watches of these rides that may alert now, that ask for reopenings and were not told today. A watch that cools down or is
 * silent is left out, as for an alert: a later poll finds it.
 */
export const listDoneWatches = (tx: Transaction, rideIds: string[], most: number): Promise<DoneWatch[]> =>
  tx.execute<DoneWatch>(sql`
    select s.id as "subscriptionId", w.ride_id as "rideId", w.threshold_minutes as "thresholdMinutes", s.email,
      carried.recipients, park.id as "parkId", park.name as "parkName", park.timezone, carried.dates, day.date::text as date
    from unnest(${uuids(rideIds)}) as done(id)
    cross join lateral (
      select w.subscription_id, w.ride_id, w.threshold_minutes from watches w
      where w.ready and w.on_reopen and w.ride_id = done.id and w.next_alert_at <= now() and w.open_until > now()
      offset 0
    ) as w
    join subscriptions s on s.id = w.subscription_id
    join parks park on park.id = s.park_id
    cross join lateral (select ((now() at time zone park.timezone) - interval '4 hours')::date as date) as day
    cross join ${CARRIED}
    where carried.recipients is not null and not exists (
      select from alerts told
      where told.subscription_id = s.id and told.ride_id = w.ride_id and told.kind = 'probably-done'
        and told.triggered_at >= (day.date + time '04:00') at time zone park.timezone)
    order by s.id, w.ride_id
    limit ${most}`)

type DoneAlert = {
  alertId: string
  eventId: string
  subscriptionId: string
  rideId: string
  observedAt: string
}

/** Records them, and returns the ids of those that were not on record. */
export async function insertDoneAlerts(tx: Transaction, alerts: DoneAlert[]): Promise<ReadonlySet<string>> {
  if (alerts.length === 0) return new Set()
  const rows = await tx.execute<{ id: string }>(sql`
    insert into alerts (id, event_id, subscription_id, ride_id, kind, observed_at, triggered_at)
    select "alertId", "eventId", "subscriptionId", "rideId", 'probably-done', "observedAt", clock_timestamp()
    from jsonb_to_recordset(${asJsonb(alerts)})
      as a("alertId" uuid, "eventId" uuid, "subscriptionId" uuid, "rideId" uuid, "observedAt" timestamptz)
    on conflict (id) do nothing
    returning id`)
  return new Set(rows.map(({ id }) => id))
}
