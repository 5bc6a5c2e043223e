import type { Queryable, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** An alert without an end state after this time is overdue: the reconciler publishes it again. */
const ACCOUNTED_WITHIN = sql`interval '3 minutes'`

export async function saveAccounted(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  await tx.execute(sql`
    update alerts set accounted_at = now() where id = any(${uuids(alertIds)}) and accounted_at is null`)
}

export async function countUnaccounted(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from alerts
    where accounted_at is null and triggered_at < now() - ${ACCOUNTED_WITHIN}`)
  return row?.count ?? 0
}

/**
 * Copies the outbox rows of events whose alerts are overdue, under new ids, and returns how many. An event is copied again
 * only after half of its alert's age: after an outage of an hour notifier finds few copies, not sixty.
 */
export async function copyOverdueEvents(tx: Transaction): Promise<number> {
  const copied = await tx.execute(sql`
    with due as (
      update alerts set republished_at = now()
      where accounted_at is null and triggered_at < now() - ${ACCOUNTED_WITHIN}
        and (republished_at is null
          or republished_at < now() - greatest(${ACCOUNTED_WITHIN}, (now() - triggered_at) / 2))
      returning event_id)
    insert into outbox (event_id, topic, key, value, headers)
    select copy.id, o.topic, o.key, o.value, o.headers || jsonb_build_object('ce_id', copy.id)
    from outbox o cross join lateral (select gen_random_uuid() as id where o.event_id is not null) as copy
    where o.event_id in (select event_id from due)`)
  return copied.count
}
