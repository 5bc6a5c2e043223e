import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** A row of a table whose state is Stripe's: Stripe is asked about it when `check_at` has come. */
export type Due = {
  id: string
  sessionId: string | null
  /** `check_at` is this until the row becomes due for another reason. */
  dueAgainAt: Date
}
/** The tables of such rows. */
export type DueTable = 'checkouts' | 'plans' | 'assist_days'
export type DueCheckout = Due & { sessionId: string }

/**
 * Rows that are due, each for one process at a time: they are due again after `retryMs` unless what Stripe says is recorded.
 */
export async function takeDue(
  db: Database,
  table: DueTable,
  { now, retryMs, limit }: { now: Date; retryMs: number; limit: number },
): Promise<Due[]> {
  const dueAgainAt = new Date(now.getTime() + retryMs)
  const rows = await db.execute<Omit<Due, 'dueAgainAt'>>(sql`
    update ${sql.identifier(table)} set check_at = ${dueAgainAt.toISOString()}::timestamptz
    where id = any(array(
      select id from ${sql.identifier(table)} where check_at <= ${now.toISOString()}::timestamptz
      order by check_at limit ${limit} for update skip locked))
    returning id, session_id as "sessionId"`)
  return rows.map((row) => ({ ...row, dueAgainAt }))
}
