import type { DeliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** The outcome of one message, for one of the alerts that it named. */
export type NewOutcome = {
  alertId: string
  deliveryId: string
  channel: Channel
  outcome: DeliveryOutcome
  recordedAt: string
}

/** Saves the newest outcome of each message. An older one that comes later, from the dead letters, changes nothing. */
export async function saveOutcomes(tx: Transaction, outcomes: NewOutcome[]): Promise<void> {
  await tx.execute(sql`
    insert into delivery_outcomes as known (alert_id, delivery_id, channel, outcome, recorded_at, first_recorded_at)
    select distinct on ("alertId", "deliveryId") "alertId", "deliveryId", channel, outcome, "recordedAt",
      min("recordedAt") over (partition by "alertId", "deliveryId")
    from jsonb_to_recordset(${asJsonb(outcomes.map((outcome, place) => ({ ...outcome, place })))}) as given(
      "alertId" uuid, "deliveryId" uuid, channel text, outcome text, "recordedAt" timestamptz, place int)
    order by "alertId", "deliveryId", "recordedAt" desc, place desc
    on conflict (alert_id, delivery_id) do update
      set outcome = excluded.outcome, recorded_at = excluded.recorded_at
      where known.recorded_at <= excluded.recorded_at`)
}

/**
 * Deletes a batch of outcomes from before that. Outcomes of a paid pass's days stay until its guarantee is decided, also while its payment
 * is disputed. Returns how many.
 */
export async function deleteUnneededOutcomes(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from delivery_outcomes where (alert_id, delivery_id) in (
      select alert_id, delivery_id from delivery_outcomes known
      where first_recorded_at < ${before.toISOString()}::timestamptz and not exists (
        select from pass_windows day
        join passes p on p.id = day.pass_id
        join orders o on o.id = p.order_id and o.total_cents > 0
          and (p.revoked_at is null or exists (select from checkouts c where c.order_id = o.id and c.disputed))
        left join guarantees g on g.pass_id = p.id
        where g.decided_at is null
          and known.first_recorded_at >= day.starts_at and known.first_recorded_at < day.ends_at + interval '1 day')
      order by first_recorded_at limit ${limit})`)
  return deleted.count
}
