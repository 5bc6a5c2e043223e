import { readCloudEvent } from '@walkon/messaging/cloud-event'
import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** Every event in the outbox with its key, as a consumer reads it. */
export async function readOutbox(db: Database) {
  const rows = await db.execute<{ key: string; value: Buffer; headers: Record<string, string> }>(
    sql`select key, value, headers from outbox order by position`,
  )
  return rows.map(({ key, ...record }) => ({ key, ...readCloudEvent(record) }))
}
