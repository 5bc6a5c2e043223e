import type { Database } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** Counts the events that the log took since an instant, and that the outbox still has. */
export async function countPublishedSince(db: Database, since: Date): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from outbox where published_at >= ${instantOf(since)}`)
  return row?.count ?? 0
}

/** Has the relay publish these events again, under the same ids: an inbox passes over what its service has applied. Returns how many. */
export async function republishSince(db: Database, since: Date): Promise<number> {
  const marked = await db.execute(sql`
    update outbox set published_at = null where published_at >= ${instantOf(since)}`)
  return marked.count
}
