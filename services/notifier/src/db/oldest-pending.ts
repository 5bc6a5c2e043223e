import type { Channel } from '@walkon/contracts/values'
import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** For each channel that has deliveries without an end: the age of the oldest. */
export async function listOldestPending(db: Database): Promise<{ channel: Channel; ageSeconds: number }[]> {
  return db.execute<{ channel: Channel; ageSeconds: number }>(sql`
    select channel, extract(epoch from now() - min(created_at))::float8 as "ageSeconds"
    from deliveries
    where state in ('queued', 'sending', 'unknown') and not_before < 'infinity' group by channel`)
}
