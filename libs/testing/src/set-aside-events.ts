import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** An event of a provider that nothing can read, set aside. Resolves with its position. */
export async function insertSetAside(db: Database, provider: string, body = '?'): Promise<string> {
  const [row] = await db.execute<{ position: string }>(sql`
    insert into provider_events (provider, event_id, body, address_hashes, attempts, rejection)
    values (${provider}, gen_random_uuid()::text, ${Buffer.from(body)}, '{}', 1, 'SyntaxError')
    returning position::text`)
  if (!row) throw new Error('No event was inserted')
  return row.position
}
