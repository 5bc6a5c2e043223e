import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Requests that were taken of a provider, for longer than their events are kept. For a provider whose proof has no time: a captured request
 * could else be applied again once its event was purged. A service with such a webhook has this table in its schema.
 */
export const providerEventMarks = pgTable(
  'provider_event_marks',
  {
    provider: text().notNull(),
    /** As in `provider_events`. */
    eventId: text().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('provider_event_marks_received').on(table.receivedAt),
  ],
)

/** False where the request was taken before. */
export async function insertMark(
  tx: Transaction,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<boolean> {
  const marked = await tx.execute(sql`
    insert into provider_event_marks (provider, event_id) values (${provider}, ${eventId}) on conflict do nothing`)
  return marked.count === 1
}

/** Deletes marks of requests that were taken before that. Returns how many. */
export async function deleteOldEventMarks(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from provider_event_marks where (provider, event_id) in (
      select provider, event_id from provider_event_marks
      where received_at < ${before.toISOString()}::timestamptz limit ${limit})`)
  return deleted.count
}
