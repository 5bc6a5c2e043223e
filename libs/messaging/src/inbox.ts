import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { inboxHours, topicOf } from '@walkon/contracts/topics'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { readCloudEvent, readData, type CloudEvent } from './cloud-event.ts'
import type { LogRecord } from './event-log.ts'

/** Which events this service has applied, each for as long as its topic may deliver it again. */
export const inbox = pgTable(
  'inbox',
  {
    eventId: uuid().primaryKey(),
    keepUntil: timestamp({ withTimezone: true }).notNull().default(sql`now() + interval '8 days'`),
  },
  (table) => [index('inbox_keep_until').on(table.keepUntil)],
)

export type Handler = {
  definition: EventDefinition
  handle(events: EventOf<EventDefinition>[], tx: Transaction): Promise<void>
}

/**
 * Binds a function to the one event it reacts to. It is given the events of a batch that this service has not
 * applied yet, in order, and writes what follows from them in the transaction.
 * Throw only for what no retry can mend; an infrastructure fault is waited out by the consumer.
 */
export function on<Definition extends EventDefinition>(
  definition: Definition,
  handle: (events: EventOf<Definition>[], tx: Transaction) => Promise<void>,
): Handler {
  return { definition, handle }
}

/**
 * Applies records in one transaction: the marks in the inbox, what the handlers write and the events they emit
 * commit together, so that a record delivered twice has its effect once.
 * Throws `UnreadableMessage` for the first record that breaks its contract, and whatever a handler throws;
 * nothing is applied then.
 */
export async function applyRecords(db: Database, handlers: Handler[], records: LogRecord[]): Promise<void> {
  const known = new Set(handlers.map(({ definition }) => definition.type))
  const events = records
    .map((record) => ({ ...readCloudEvent(record), topic: record.topic }))
    .filter(({ type }) => known.has(type))
  if (events.length === 0) return

  await db.transaction(async (tx) => {
    const fresh = await markReceived(tx, events)
    for (const run of runsOfOneType(fresh)) {
      for (const { definition, handle } of handlers) {
        if (definition.type !== run[0]?.type) continue
        await handle(
          run.map((event) => readData(definition, event)),
          tx,
        )
      }
    }
  })
}

type Received = CloudEvent & { topic: string }

/** The events that were not applied before, each once, in their order. */
async function markReceived(tx: Transaction, events: Received[]): Promise<Received[]> {
  const marks = events.map(({ id, topic }) => ({ id, hours: inboxHours(topicOf(topic)) }))
  const marked = await tx.execute<{ event_id: string }>(sql`
    insert into inbox (event_id, keep_until)
    select distinct on (id) id, now() + make_interval(secs => hours * 3600)
    from jsonb_to_recordset(${asJsonb(marks)}) as mark(id uuid, hours float8) order by id
    on conflict do nothing returning event_id`)
  const pending = new Set(marked.map((row) => row.event_id))
  return events.filter(({ id }) => pending.delete(id))
}

/** Neighbours of one type go to their handler together; across types the order of the log is kept. */
function runsOfOneType(events: Received[]): Received[][] {
  const runs: Received[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0]?.type === event.type) last.push(event)
    else runs.push([event])
  }
  return runs
}

/** Removes marks past their time, a bounded number at a time. True if there may be more. */
export async function deleteOldMarks(db: Database, limit = 5_000): Promise<boolean> {
  const deleted = await db.execute(sql`
    delete from inbox where event_id = any(array(
      select event_id from inbox where keep_until < now() limit ${limit}))`)
  return deleted.count === limit
}
