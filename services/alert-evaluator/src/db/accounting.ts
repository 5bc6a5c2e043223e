import type { Queryable, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** An alert without an end state after this time is overdue: the reconciler publishes it again. */
const ACCOUNTED_WITHIN = sql`interval '3 minutes'`

/**
 * Finds the alerts by their ids. `is true` keeps the planner from `alerts_unaccounted`: by statistics of a quiet hour that index is
 * almost empty, and in a burst each batch would read all of it.
 */
export async function saveAccounted(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  await tx.execute(sql`
    update alerts set accounted_at = now() where id = any(${uuids(alertIds)}) and (accounted_at is null) is true`)
}

export async function countUnaccounted(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from alerts
    where accounted_at is null and triggered_at < now() - ${ACCOUNTED_WITHIN}`)
  return row?.count ?? 0
}

/**
 * Copies the outbox rows of events whose alerts are overdue, under new ids: the alerts of a batch, the oldest first. An event
 * is due again after half of its alert's age, so that a notifier that is away for an hour is not buried under copies.
 */
export async function copyOverdueEvents(
  tx: Transaction,
  limit: number,
): Promise<{ alerts: number; events: number }> {
  const [counts] = await tx.execute<{ alerts: number; events: number }>(sql`
    with due as (
      update alerts set republished_at = now() where id = any(array(
        select id from alerts
        where accounted_at is null and triggered_at < now() - ${ACCOUNTED_WITHIN}
          and (republished_at is null
            or republished_at < now() - greatest(${ACCOUNTED_WITHIN}, (now() - triggered_at) / 2))
        order by triggered_at limit ${limit} for update skip locked))
      returning event_id),
    copied as (
    insert into outbox (event_id, topic, key, value, headers)
    select copy.id, o.topic, o.key, o.value, o.headers || jsonb_build_object('ce_id', copy.id)
    from outbox o cross join lateral (select gen_random_uuid() as id where o.event_id is not null) as copy
    where o.event_id in (select event_id from due) returning 1)
    select (select count(*)::int from due) as alerts, (select count(*)::int from copied) as events`)
  return counts ?? { alerts: 0, events: 0 }
}
