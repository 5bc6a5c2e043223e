import { wakeRelay } from '@walkon/messaging/outbox'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { uuids } from './parameters.ts'

/** An alert without an end state after this time is a matter for the reconciler. */
const ACCOUNTED_WITHIN = sql`interval '3 minutes'`

export async function markAccounted(tx: Transaction, alertIds: string[]): Promise<void> {
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
 * Puts the events of alerts that nobody has accounted for back into the outbox, under their own ids, so that
 * whoever has them already passes them over. Again only after half of the alert's age, so that a notifier that is
 * away for an hour is not buried under copies. Returns how many events.
 */
export async function republishUnaccounted(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const republished = await tx.execute(sql`
      with due as (
        select event_id, min(triggered_at) as triggered_at from alerts
        where accounted_at is null and triggered_at < now() - ${ACCOUNTED_WITHIN} group by event_id)
      update outbox o set published_at = null from due
      where o.event_id = due.event_id
        and o.published_at < now() - greatest(${ACCOUNTED_WITHIN}, (now() - due.triggered_at) / 2)`)
    if (republished.count > 0) await wakeRelay(tx)
    return republished.count
  })
}
