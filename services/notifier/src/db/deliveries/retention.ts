import type { Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** Deliveries that have ended and were made before that, locked. One that is under way is never among them. */
export async function lockEndedDeliveries(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from deliveries
    where created_at < ${before.toISOString()}::timestamptz and state not in ('queued', 'sending', 'unknown')
    limit ${limit} for update skip locked`)
  return rows.map(({ id }) => id)
}
