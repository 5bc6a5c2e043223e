import type { Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** A text to a number, as a reply to it needs it. */

type AlertText = {
  id: string
  email: string
  requestedAt: string
  alerts: { alertId: string; rideName: string }[]
}

/** The newest text of alerts that may have reached this number before that, within a day, with its alerts. */
export async function findNewestText(
  tx: Transaction,
  addressHash: string,
  before: Date,
): Promise<AlertText | null> {
  const at = sql`${before.toISOString()}::timestamptz`
  const [text] = await tx.execute<AlertText>(sql`
    select d.id, d.email, d.requested_at as "requestedAt", (
      select json_agg(json_build_object('alertId', a.alert_id, 'rideName', a.ride_name) order by a.wait_minutes)
      from delivery_alerts a where a.delivery_id = d.id) as alerts
    from deliveries d
    where d.channel = 'sms' and d.address_hash = ${addressHash} and d.source = 'alert' and d.email is not null
      and d.state in ('sending', 'unknown', 'accepted', 'delivered')
      and d.called_at <= ${at} and d.created_at > ${at} - interval '1 day'
    order by d.created_at desc limit 1`)
  return text ?? null
}

/** The newest answer to YES that named rides, before that and within a day, as the text of those rides. */
export async function findAnsweredYes(
  tx: Transaction,
  addressHash: string,
  before: Date,
): Promise<AlertText | null> {
  const at = sql`${before.toISOString()}::timestamptz`
  const [text] = await tx.execute<AlertText>(sql`
    select d.id, d.email, d.requested_at as "requestedAt", (
      select json_agg(json_build_object('alertId', a.alert_id, 'rideName', a.ride_name) order by a.wait_minutes)
      from (
        select distinct on (alert_id) alert_id, ride_name, wait_minutes from delivery_alerts
        where alert_id in (select jsonb_array_elements_text(d.content -> 'to' -> 'alertIds')::uuid) order by alert_id) a) as alerts
    from deliveries d
    where d.channel = 'sms' and d.address_hash = ${addressHash} and d.email is not null
      and d.content ->> 'kind' = 'reply-answer' and d.content -> 'to' ? 'alertIds'
      and d.created_at <= ${at} and d.created_at > ${at} - interval '1 day'
    order by d.created_at desc limit 1`)
  return text?.alerts ? text : null
}

/** The answers to a number's replies in a day, and those of one kind in a minute. */
export async function countAnswers(
  tx: Transaction,
  addressHash: string,
  kind: string,
): Promise<{ ofDay: number; ofKindInMinute: number }> {
  const [row] = await tx.execute<{ ofDay: number; ofKindInMinute: number }>(sql`
    select count(*)::int as "ofDay",
      (count(*) filter (where content -> 'to' ->> 'kind' = ${kind} and created_at > now() - interval '1 minute'))::int as "ofKindInMinute"
    from deliveries
    where channel = 'sms' and address_hash = ${addressHash} and content ->> 'kind' = 'reply-answer'
      and created_at > now() - interval '1 day'`)
  return row ?? { ofDay: 0, ofKindInMinute: 0 }
}
