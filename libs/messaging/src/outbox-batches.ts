import { sql, type SQL } from 'drizzle-orm'
import { bigint, index, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

/**
 * Events of the outbox that one statement has recorded, by their positions, and when the log took them. This narrow row changes: an event's
 * own row, which is wide, is written once.
 */
export const outboxBatches = pgTable(
  'outbox_batches',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    positions: bigint({ mode: 'bigint' }).array().notNull(),
    /** How many positions there are, which a relay sums up without reading them. */
    events: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    publishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('outbox_batches_pending').on(table.id).where(sql`${table.publishedAt} is null`)],
)

/** A relay publishes whole batches: no batch grows with the statement that records its events. */
const BATCH_EVENTS = 500

/**
 * The `published_at` of an event that a batch holds. Null in a row of the release before, which knows no batches and would publish the
 * event a second time.
 */
export const IN_A_BATCH = sql.raw(`'infinity'::timestamptz`)

/** Records events, which are the columns `event_id`, `topic`, `key`, `value` and `headers` of a query, and returns their positions for `insertBatches`. */
export const insertEvents = (events: SQL) => sql`
  insert into outbox (event_id, topic, key, value, headers, published_at)
  select event.*, ${IN_A_BATCH} from (${events}) as event`

/** The same without events that are recorded already. */
export const insertNewEvents = (events: SQL) => sql`${insertEvents(events)} on conflict (event_id) do nothing`

/** Puts events into batches, in the statement that records them; `added` names the `position` of each. */
export const insertBatches = (added: SQL) => sql`
  insert into outbox_batches (positions, events)
  select array_agg(position order by position), count(*)
  from (select position, (row_number() over (order by position) - 1) / ${sql.raw(String(BATCH_EVENTS))} as batch from ${added}) as recorded
  group by batch order by batch`

/** Positions that wait for a relay. */
export const PENDING = sql.raw(
  'select unnest(pending.positions) from outbox_batches pending where pending.published_at is null',
)
