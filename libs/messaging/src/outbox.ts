import { ADVISORY_LOCKS, lockOfSchema } from '@walkon/service/advisory-locks'
import type { Database, Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { bigint, customType, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { RejectedRecords, type RejectedRecord } from './rejected-records.ts'
import type { EventLog, NewRecord } from './event-log.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * Events that are committed. `publishedAt` says that the log has them; `rejection` says why it never will. An operator
 * sets `rejection` back to null to have the event published again.
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
    publishedAt: timestamp({ withTimezone: true }),
    rejection: text(),
  },
  (table) => [
    index('outbox_pending')
      .on(table.position)
      .where(sql`${table.publishedAt} is null and ${table.rejection} is null`),
    index('outbox_published').on(table.publishedAt).where(sql`${table.publishedAt} is not null`),
    index('outbox_rejected').on(table.position).where(sql`${table.rejection} is not null`),
  ],
)

type PendingRow = {
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
  /** Told of the headers of each record that the log has taken. */
  onPublished?: (headers: Record<string, string>) => void
}

/**
 * Publishes the oldest pending rows and returns how many it settled. Events of one key leave in the order of
 * their commit if their writers lock what the key names, as every writer of ours does. One relay of a schema
 * works at a time, because two would interleave the events of one key. A crash after `publish` publishes the
 * batch again, which is why every consumer keeps an inbox.
 *
 * Selects `published_at is null`. A cursor over `position` would skip slower transactions: identity values are
 * assigned before commit. A record that the log refuses for good is set aside, or it would block all later ones.
 */
export async function publishPending(
  db: Database,
  log: Pick<EventLog, 'publish'>,
  options: PublishOptions = {},
): Promise<number> {
  const { limit = 500, onRejected = () => {}, onPublished = () => {} } = options
  const { settled, rejected, published } = await db.transaction(async (tx) => {
    const rows = await lockPending(tx, limit)
    const refused = rows.length > 0 ? await publishAcceptable(log, rows.map(toRecord)) : []
    await markSettled(tx, rows, new Map(refused.map((record) => [record.index, record.reason])))
    const refusedPlaces = new Set(refused.map(({ index: place }) => place))
    const taken = rows.filter((_, place) => !refusedPlaces.has(place))
    return { settled: rows.length, rejected: refused, published: taken.map(({ headers }) => headers) }
  })
  for (const record of rejected) onRejected(record)
  for (const headers of published) onPublished(headers)
  return settled
}

/**
 * True if a row waits to be published. One short query, so that an idle relay costs no transaction and never holds the lock from one that has work. Its order keeps the
 * planner to `outbox_pending`: after a burst, statistics that promise many pending rows would have it read the whole table.
 */
export async function hasPending(db: Database): Promise<boolean> {
  const rows = await db.execute(sql`
    select from outbox where published_at is null and rejection is null order by position limit 1`)
  return rows.length > 0
}

/** The rows to publish next, locked; none while another relay works. The lock is the transaction's, so a dead relay never holds it. */
async function lockPending(tx: Transaction, limit: number): Promise<PendingRow[]> {
  const [lock] = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockOfSchema(ADVISORY_LOCKS.relay)}) as held, ${ONE_ROW_AFTER_THE_OTHER}`,
  )
  if (!lock?.held) return []
  return tx.execute<PendingRow>(sql`
    select position, topic, key, value, headers from outbox
    where published_at is null and rejection is null order by position limit ${limit} for update skip locked`)
}

/**
 * For the rest of the transaction: rows are read in the order of `outbox_pending`, and marked by their keys. By the statistics of a quiet
 * hour, in which almost nothing is pending, each page would read and sort a whole backlog; and of a small table the whole.
 */
const ONE_ROW_AFTER_THE_OTHER = forbid('sort', 'bitmapscan', 'seqscan', 'hashjoin', 'mergejoin')

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

async function markSettled(
  tx: Transaction,
  rows: PendingRow[],
  rejections: Map<number, string>,
): Promise<void> {
  if (rows.length === 0) return
  const marks = rows.map(({ position }, place) => ({ position, rejection: rejections.get(place) ?? null }))
  await tx.execute(sql`
    update outbox set
      published_at = case when mark.rejection is null then now() end,
      rejection = mark.rejection
    from jsonb_to_recordset(${asJsonb(marks)}) as mark(position bigint, rejection text)
    where outbox.position = mark.position`)
}

const toRecord = ({ topic, key, value, headers }: PendingRow): NewRecord => ({ topic, key, value, headers })

/** An operator has this long to look at an event that the log refused. It may hold an address. */
const REJECTED_KEPT_DAYS = 30

/**
 * Removes rows that were published longer ago than that, and rows that the log refused a month ago, a bounded number at a time. True if there
 * may be more.
 */
export async function deletePublished(db: Database, retentionHours: number, limit = 5_000): Promise<boolean> {
  const rejected = await db.execute(sql`
    delete from outbox where position = any(array(
      select position from outbox
      where rejection is not null and created_at < now() - make_interval(days => ${REJECTED_KEPT_DAYS}) limit ${limit}))`)
  const deleted = await db.execute(sql`
    delete from outbox where position = any(array(
      select position from outbox
      where published_at < now() - make_interval(secs => ${retentionHours * 3600}) limit ${limit}))`)
  return deleted.count === limit || rejected.count === limit
}

/** Published, or refused for good: nothing waits for these rows. The others are promised and must go out first. */
const SETTLED = sql`(published_at is not null or rejection is not null)`

/** Addresses looked for in one statement, so that it ends in time. */
const ADDRESSES_AT_ONCE = 10

/**
 * Removes the settled rows whose payload names one of these addresses, for the erasure of a person. Compares every
 * settled row with every address, about a second for a million: for the rare case. Where the keys are known,
 * `deletePublishedOf` does it in one look.
 */
export async function deletePublishedNaming(tx: Transaction, addresses: string[]): Promise<void> {
  for (let start = 0; start < addresses.length; start += ADDRESSES_AT_ONCE) {
    // As JSON writes them, with the quotes: an address can be the end of another.
    const names = addresses.slice(start, start + ADDRESSES_AT_ONCE).map((address) => JSON.stringify(address))
    await tx.execute(sql`
      delete from outbox where ${SETTLED} and exists (
        select from jsonb_array_elements_text(${asJsonb(names)}) as given(name)
        where position(convert_to(given.name, 'UTF8') in outbox.value) > 0)`)
  }
}

/** Removes the settled rows of these keys: what was said of things that are erased. */
export async function deletePublishedOf(tx: Transaction, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.execute(sql`
    delete from outbox where ${SETTLED}
      and key in (select jsonb_array_elements_text(${asJsonb(keys)}))`)
}
