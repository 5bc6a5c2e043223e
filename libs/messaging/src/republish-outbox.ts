import type { Database } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** Counts the events that the log took since an instant, and that the outbox still has. */
export async function countPublishedSince(db: Database, since: Date): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select coalesce(sum(events), 0)::int as count from outbox_batches where published_at >= ${instantOf(since)}`)
  return row?.count ?? 0
}

/** Has the relay publish these events again, under the same ids: an inbox passes over what its service has applied. Returns how many. */
export async function republishSince(db: Database, since: Date): Promise<number> {
  const [marked] = await db.execute<{ events: number }>(sql`
    with pending as (
      update outbox_batches set published_at = null where published_at >= ${instantOf(since)} returning events)
    select coalesce(sum(events), 0)::int as events from pending`)
  return marked?.events ?? 0
}
