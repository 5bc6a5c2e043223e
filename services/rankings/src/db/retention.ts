import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** Decided requests. Returns how many were deleted. */
export async function deleteRequestsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const { count } = await db.execute(sql`
    delete from item_requests where id = any(array(
      select id from item_requests where reviewed_at < ${before.toISOString()}::timestamptz
      order by reviewed_at limit ${limit}))`)
  return count
}

/** Decided reports. Returns how many were deleted. */
export async function deleteReportsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const { count } = await db.execute(sql`
    delete from review_reports where ctid = any(array(
      select ctid from review_reports where decided_at < ${before.toISOString()}::timestamptz
      order by decided_at limit ${limit}))`)
  return count
}
