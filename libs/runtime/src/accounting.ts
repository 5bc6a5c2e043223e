import { wakeRelay } from '@walkon/messaging/emit'
import { insertBatches, insertEvents } from '@walkon/messaging/outbox-batches'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** How everything that is told comes to an end: docs/decisions/alert-accounting.md. */

/** A row without an end state after this time is overdue: its event is published again. */
const ACCOUNTED_WITHIN = sql`interval '3 minutes'`

/** Rows in one statement, so that it stays short after any outage. */
const BATCH = 500

/** Rows whose ids are logged. */
const NAMED = 10

/** A table with a row for each thing that is told, with the columns `id`, `accounted_at` and `republished_at`. */
export type Ledger = {
  table: SQL
  /** The column with the id of the event that tells it. */
  eventId: SQL
  /** The column with the time at which it was made. */
  madeAt: SQL
}

/** True for the rows that are overdue. Its words are those of a partial index on `madeAt`. */
const isOverdue = ({ madeAt }: Ledger) =>
  sql`accounted_at is null and ${madeAt} < now() - ${ACCOUNTED_WITHIN}`

/**
 * Finds the rows by their ids. `is true` keeps the planner from the index of unaccounted rows. By statistics of a quiet hour that index is
 * almost empty, and in a burst each batch would read all of it.
 */
export async function saveAccounted(tx: Transaction, { table }: Ledger, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update ${table} set accounted_at = now() where id = any(${uuids(ids)}) and (accounted_at is null) is true`)
}

export async function countUnaccounted(db: Queryable, ledger: Ledger): Promise<number> {
  const counts = await countOverdue(db, ledger, sql`'all'`)
  return counts.get('all') ?? 0
}

/** Counts overdue rows by the value of an expression; none by a value without one. */
export async function countOverdue(db: Queryable, ledger: Ledger, kind: SQL): Promise<Map<string, number>> {
  const rows = await db.execute<{ kind: string; count: number }>(sql`
    select ${kind} as kind, count(*)::int as count from ${ledger.table} where ${isOverdue(ledger)} group by 1`)
  return new Map(rows.map(({ kind: name, count }) => [name, count]))
}

/** Publishes the events of overdue rows again, so that a record that the event log has lost is not lost. */
export const reconcile = (name: string, ledger: Ledger, { db, log }: { db: Database; log: Log }): Job => ({
  name,
  intervalMs: 60_000,
  run: async () => {
    const { events, oldest, hasMore } = await republishOverdue(db, ledger)
    if (oldest.length > 0) log.warn({ events, oldest }, 'events without an end state were published again')
    return hasMore
  },
})

/**
 * Publishes the events of overdue rows again, under new ids. A reader that has the row's thing knows it by its own id: it sends nothing
 * twice and publishes its outcome once more. A lost answer is mended as well as a lost question. Returns how many events, and whether more
 * may be due.
 */
async function republishOverdue(
  db: Database,
  ledger: Ledger,
): Promise<Omit<Copied, 'rows'> & { hasMore: boolean }> {
  return db.transaction(async (tx) => {
    const { rows, events, oldest } = await copyOverdueEvents(tx, ledger, BATCH)
    if (events > 0) wakeRelay(tx)
    return { events, oldest, hasMore: rows === BATCH }
  })
}

/** `oldest` has the ids of a few rows. */
type Copied = { rows: number; events: number; oldest: string[] }

/**
 * Copies the outbox rows of events that are overdue, under new ids: those of a batch, the oldest first. An event is due again after
 * half of its age, so that a notifier that is away for an hour is not buried under copies.
 */
async function copyOverdueEvents(tx: Transaction, ledger: Ledger, limit: number): Promise<Copied> {
  const { table, eventId, madeAt } = ledger
  const [counts] = await tx.execute<Copied>(sql`
    with due as (
      update ${table} set republished_at = now() where id = any(array(
        select id from ${table}
        where ${isOverdue(ledger)}
          and (republished_at is null
            or republished_at < now() - greatest(${ACCOUNTED_WITHIN}, (now() - ${madeAt}) / 2))
        order by ${madeAt} limit ${limit} for update skip locked))
      returning id, ${eventId} as event_id, ${madeAt} as made_at),
    copied as (${insertEvents(sql`
      select copy.id, o.topic, o.key, o.value, o.headers || jsonb_build_object('ce_id', copy.id)
      from outbox o cross join lateral (select gen_random_uuid() as id where o.event_id is not null) as copy
      where o.event_id in (select event_id from due)`)}
      returning position),
    batched as (${insertBatches(sql`copied`)})
    select (select count(*)::int from due) as rows, (select count(*)::int from copied) as events,
      array(select id from due order by made_at limit ${NAMED}) as oldest`)
  return counts ?? { rows: 0, events: 0, oldest: [] }
}
