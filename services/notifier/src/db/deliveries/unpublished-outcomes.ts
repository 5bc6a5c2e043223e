import type { DeliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'
import { ADVISORY_LOCKS, lockOfSchema } from '@walkon/service/advisory-locks'
import { WITHOUT_WAITING_FOR_THE_DISK } from '@walkon/service/commits'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { sql } from 'drizzle-orm'
import type { NamedAlert } from './outcome-tables.ts'

/** The channel of the job that publishes them. */
export const OUTCOMES_CHANNEL = 'outcomes'

export type EndedDelivery = {
  id: string
  channel: Channel
  outcome: DeliveryOutcome
  reason: string | null
  letterId: string | null
  traceparent: string | null
}

/** Keeps the ends of deliveries, with the alerts that they named, until they are published. */
export async function insertOutcomes(tx: Transaction, ended: EndedDelivery[]): Promise<void> {
  if (ended.length === 0) return
  await tx.execute(sql`
    insert into unpublished_outcomes (delivery_id, channel, outcome, reason, letter_id, traceparent, alerts)
    select id, channel, outcome, reason, "letterId", traceparent, coalesce(named.alerts, '[]')
    from jsonb_to_recordset(${asJsonb(ended)}) as r(id uuid, channel text, outcome text, reason text, "letterId" uuid, traceparent text),
      lateral (
        select jsonb_agg(jsonb_build_object('alertId', alert_id, 'rideId', ride_id)) as alerts
        from delivery_alerts where delivery_id = r.id) as named`)
  wakeAfterCommit(tx, OUTCOMES_CHANNEL)
}

/** Seconds since the oldest and the newest came about; null if there are none. */
export async function findOutcomeAges(db: Database): Promise<{ oldest: number; newest: number } | null> {
  const [ages] = await db.execute<{ oldest: number | null; newest: number | null }>(sql`
    select
      extract(epoch from now() - (select recorded_at from unpublished_outcomes order by position limit 1))::float8 as oldest,
      extract(epoch from now() - (select recorded_at from unpublished_outcomes order by position desc limit 1))::float8 as newest`)
  return ages && ages.oldest !== null && ages.newest !== null
    ? { oldest: ages.oldest, newest: ages.newest }
    : null
}

export type UnpublishedOutcome = Omit<EndedDelivery, 'id'> & {
  deliveryId: string
  alerts: NamedAlert[]
  recordedAt: string
}

/**
 * Takes the oldest out, to be published in the same transaction. Takes none while another process does so, because two would interleave the
 * outcomes of one delivery. If a crash of the server takes that transaction back, the outcomes are there again: an outcome can be published
 * twice, and never be lost.
 */
export async function takeOutcomes(tx: Transaction, limit: number): Promise<UnpublishedOutcome[]> {
  const [lock] = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockOfSchema(ADVISORY_LOCKS.notifierOutcomes)}) as held, ${WITHOUT_WAITING_FOR_THE_DISK}`,
  )
  if (!lock?.held) return []
  return tx.execute<UnpublishedOutcome>(sql`
    with taken as (
      delete from unpublished_outcomes
      where position = any(array(select position from unpublished_outcomes order by position limit ${limit}))
      returning *)
    select delivery_id as "deliveryId", channel, outcome, reason, letter_id as "letterId", alerts, traceparent, recorded_at as "recordedAt"
    from taken order by position`)
}
