import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/**
 * Deletes alerts that were made before that and are accounted for. An alert that a running pass has to report at its end, or a disputed
 * one if it comes back, stays as long. Returns how many.
 */
export async function deleteAlertsMadeBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from alerts where id = any(array(
      select id from alerts a
      where triggered_at < ${before.toISOString()}::timestamptz and accounted_at is not null
        and not exists (
          select from passes p join pass_windows d on d.pass_id = p.id
          where p.subscription_id = a.subscription_id and (p.ended_at is null or p.disputed_ends_at is not null)
            and d.starts_at <= a.triggered_at and a.triggered_at < d.ends_at)
      limit ${limit}))`)
  return deleted.count
}

/** Passes that ended before that and owe no PassEnded any more. One that is disputed stays as if it had not been, as its order does. */
export async function listPassesEndedBefore(tx: Transaction, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from passes
    where ends_at < ${before.toISOString()}::timestamptz and ended_at is not null
      and (disputed_ends_at is null or disputed_ends_at < ${before.toISOString()}::timestamptz)
    order by ends_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Deletes a batch of plans that have covered nothing since that time, and returns the addresses that they named. */
export async function deletePlansEndedBefore(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<{ plans: number; emails: string[] }> {
  const deleted = await tx.execute<{ email: string | null }>(sql`
    delete from plans where id = any(array(
      select id from plans where covered_until < ${before.toISOString()}::timestamptz
      order by covered_until limit ${limit}))
    returning email`)
  return { plans: deleted.length, emails: deleted.flatMap(({ email }) => email ?? []) }
}
