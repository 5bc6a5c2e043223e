import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** All subscriptions of the visitors who were alerted by these alerts. */
export async function listSubscriptionsOfVisitors(tx: Transaction, alertIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from subscriptions where email in (${visitorsOf(alertIds)})`)
  return rows.map(({ id }) => id)
}

const visitorsOf = (alertIds: string[]) => sql`
  select s.email from alerts a join subscriptions s on s.id = a.subscription_id where a.id = any(${uuids(alertIds)})`

/** The time zones of the parks of these alerts. */
export async function listTimezonesOf(tx: Transaction, alertIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ timezone: string }>(sql`
    select distinct p.timezone
    from alerts a
    join subscriptions s on s.id = a.subscription_id
    join parks p on p.id = s.park_id
    where a.id = any(${uuids(alertIds)})`)
  return rows.map(({ timezone }) => timezone)
}

export type Silence = { timezone: string; until: Date }

/** The rides of these alerts are silent until an instant that depends on the time zone of their park. A reply of an earlier day shortens nothing. */
export async function saveSilence(tx: Transaction, alertIds: string[], silences: Silence[]): Promise<void> {
  await tx.execute(sql`
    update watches w set silent_until = greatest(w.silent_until, silence.until)
    from alerts a
    join subscriptions s on s.id = a.subscription_id
    join parks p on p.id = s.park_id
    join jsonb_to_recordset(${asJsonb(silences)}) as silence(timezone text, until timestamptz)
      on silence.timezone = p.timezone
    where a.id = any(${uuids(alertIds)}) and w.subscription_id = a.subscription_id and w.ride_id = a.ride_id`)
}

/** No ride of these visitors alerts before then. A later SNOOZE takes the place of an earlier one, and one that is over of none. */
export async function saveSnooze(tx: Transaction, alertIds: string[], until: Date): Promise<void> {
  await tx.execute(sql`
    update subscriptions set snoozed_until = ${until.toISOString()}::timestamptz
    where email in (${visitorsOf(alertIds)}) and ${until.toISOString()}::timestamptz > now()`)
}
