import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** A row of a table whose state is Stripe's: Stripe is asked about it when `check_at` has come. */
export type Due = { id: string; sessionId: string | null }

/**
 * Rows that are due, each for one process at a time: they are due again after `retryMs` unless what Stripe says is recorded.
 */
export async function takeDue(
  db: Database,
  table: 'checkouts' | 'plans',
  { now, retryMs, limit }: { now: Date; retryMs: number; limit: number },
): Promise<Due[]> {
  const again = new Date(now.getTime() + retryMs)
  return db.execute<Due>(sql`
    update ${sql.identifier(table)} set check_at = ${again.toISOString()}::timestamptz
    where id = any(array(
      select id from ${sql.identifier(table)} where check_at <= ${now.toISOString()}::timestamptz
      order by check_at limit ${limit} for update skip locked))
    returning id, session_id as "sessionId"`)
}
