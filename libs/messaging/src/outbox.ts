import { ADVISORY_LOCKS, lockOfSchema } from '@walkon/service/advisory-locks'
import { WITHOUT_WAITING_FOR_THE_DISK } from '@walkon/service/commits'
import type { Database, Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { IN_A_BATCH, insertBatches } from './outbox-batches.ts'
import { bigint, customType, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { RejectedRecords, type RejectedRecord } from './rejected-records.ts'
import type { EventLog, NewRecord } from './event-log.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * Events that are committed, each written once: its batch says when the log took it (`outbox-batches.ts`). `rejection` says why the log never
 * will.
 */
export const outbox = pgTable(
  'outbox',
  {
    position: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The CloudEvents id. Unique, so that the same fact is never recorded twice. */
    eventId: uuid().notNull().unique(),
    topic: text().notNull(),
    key: text(),
    value: bytea(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `infinity` for an event in a batch. A process of the release before puts events into none and writes the time here. */
    publishedAt: timestamp({ withTimezone: true }),
    rejection: text(),
  },
  (table) => [
    index('outbox_pending')
      .on(table.position)
      .where(sql`${table.publishedAt} is null and ${table.rejection} is null`),
    index('outbox_published_alone')
      .on(table.publishedAt)
      .where(sql`${table.publishedAt} < 'infinity'`)
      .concurrently(),
    index('outbox_rejected').on(table.position).where(sql`${table.rejection} is not null`),
  ],
)

type PendingRow = {
  batch: string
  position: string
  topic: string
  key: string | null
  value: Buffer | null
  headers: Record<string, string>
}

export type PublishOptions = {
  limit?: number
  /** Told of each record that the log refuses for good. */
  onRejected?: (rejected: RejectedRecord) => void
  /** Told of the headers of the records that the log has taken. */
  onPublished?: (headers: Record<string, string>[]) => void
}

/**
 * Publishes the oldest pending batches, whole, until `limit` events are reached, and returns how many events it settled. Events of one key
 * leave in the order of their commit if their writers lock what the key names, as every writer of ours does. One relay of a schema
 * works at a time, because two would interleave the events of one key. A crash after `publish` publishes the
 * batches again, which is why every consumer keeps an inbox.
 *
 * Selects `published_at is null`. A cursor over `id` would skip slower transactions: identity values are
 * assigned before commit. A record that the log refuses for good is set aside, or it would block all later ones.
 */
export async function publishPending(
  db: Database,
  log: Pick<EventLog, 'publish'>,
  options: PublishOptions = {},
): Promise<number> {
  const { limit = 500, onRejected = () => {}, onPublished = () => {} } = options
  const { settled, rejected, published } = await db.transaction(async (tx) => {
    const { batches, rows } = await takePending(tx, limit)
    const refused = rows.length > 0 ? await publishAcceptable(log, rows.map(toRecord)) : []
    await markPublished(tx, batches)
    await setAside(tx, rows, refused)
    const refusedPlaces = new Set(refused.map(({ index: place }) => place))
    const taken = rows.filter((_, place) => !refusedPlaces.has(place))
    return { settled: rows.length, rejected: refused, published: taken.map(({ headers }) => headers) }
  })
  for (const record of rejected) onRejected(record)
  onPublished(published)
  return settled
}

/**
 * True if an event waits to be published. One short query, so that an idle relay costs no transaction and never holds the lock from one that has
 * work. Its orders keep the planner to the partial indexes: after a burst, statistics that promise many pending rows would have it read
 * the whole tables.
 */
export async function hasPending(db: Database): Promise<boolean> {
  const [row] = await db.execute<{ is: boolean }>(sql`
    select coalesce((select true from outbox_batches where published_at is null order by id limit 1), ${HAS_UNBATCHED}) as is`)
  return row?.is ?? false
}

/** True if a process of the release before has written events. Not `exists`, which forgets the order. */
const HAS_UNBATCHED = sql.raw(
  'coalesce((select true from outbox where published_at is null and rejection is null order by position limit 1), false)',
)

/**
 * The events to publish next, with their batches; none while another relay works. The lock is the transaction's, so a dead relay never holds it.
 * A mark that a crash of the server takes back is made again: the batch is published once more, as after a crash of the relay.
 */
async function takePending(
  tx: Transaction,
  limit: number,
): Promise<{ batches: Set<string>; rows: PendingRow[] }> {
  const [relay] = await tx.execute<{ held: boolean; hasUnbatched: boolean }>(sql`
    select pg_try_advisory_xact_lock(${lockOfSchema(ADVISORY_LOCKS.relay)}) as held, ${HAS_UNBATCHED} as "hasUnbatched",
      ${ONE_ROW_AFTER_THE_OTHER}, ${WITHOUT_WAITING_FOR_THE_DISK}`)
  if (!relay?.held) return { batches: new Set(), rows: [] }
  if (relay.hasUnbatched) await batchEarlierRows(tx, limit)
  const taken = await tx.execute<PendingRow | { batch: string; position: null }>(sql`
    select b.id as batch, o.position, o.topic, o.key, o.value, o.headers
    from (
      select id, positions, sum(events) over (order by id) - events as before
      from (select * from outbox_batches where published_at is null order by id limit ${limit}) as oldest
    ) as b
    left join lateral unnest(b.positions) as waiting(position) on true
    left join lateral (
      select * from outbox where outbox.position = waiting.position and rejection is null offset 0) as o on true
    where b.before < ${limit} order by o.position`)
  return {
    batches: new Set(taken.map(({ batch }) => batch)),
    rows: taken.filter((row): row is PendingRow => row.position !== null),
  }
}

/** Puts into batches what processes of the release before have written. */
const batchEarlierRows = (tx: Transaction, limit: number) =>
  tx.execute(sql`
    with earlier as (
      update outbox set published_at = ${IN_A_BATCH} where position = any(array(
        select position from outbox where published_at is null and rejection is null
        order by position limit ${limit} for update skip locked))
      returning position)
    ${insertBatches(sql`earlier`)}`)

/**
 * For the rest of the transaction: batches and their rows are found by keys. By the statistics of a quiet hour, in which almost nothing is
 * pending, each page would read a whole backlog. A small table would be read whole.
 */
const ONE_ROW_AFTER_THE_OTHER = forbid('bitmapscan', 'seqscan', 'hashjoin', 'mergejoin')

/** The records that the log refused for good. Any other fault is thrown: nothing is settled then. */
async function publishAcceptable(
  log: Pick<EventLog, 'publish'>,
  records: NewRecord[],
): Promise<RejectedRecord[]> {
  try {
    await log.publish(records)
    return []
  } catch (error) {
    if (error instanceof RejectedRecords) return error.rejected
    throw error
  }
}

async function markPublished(tx: Transaction, batches: Set<string>): Promise<void> {
  if (batches.size === 0) return
  await tx.execute(sql`
    update outbox_batches set published_at = now() where id = any(${`{${[...batches].join(',')}}`}::bigint[])`)
}

async function setAside(tx: Transaction, rows: PendingRow[], refused: RejectedRecord[]): Promise<void> {
  if (refused.length === 0) return
  const marks = refused.map(({ index: place, reason }) => ({ position: rows[place]?.position, reason }))
  await tx.execute(sql`
    update outbox set rejection = mark.reason
    from jsonb_to_recordset(${asJsonb(marks)}) as mark(position bigint, reason text)
    where outbox.position = mark.position`)
}

const toRecord = ({ topic, key, value, headers }: PendingRow): NewRecord => ({ topic, key, value, headers })
