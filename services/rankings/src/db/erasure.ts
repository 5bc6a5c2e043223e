import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { inArray, sql } from 'drizzle-orm'
import { itemRequests, items, ratings, reviewReports } from './schema.ts'

/** Locks the members before anything of theirs is read; a request of theirs that comes later is refused. */
export async function saveErased(tx: Transaction, erasures: { userId: string; erasedAt: string }[]): Promise<void> {
  await tx.execute(sql`
    insert into members (user_id, display_name, named_at, erased_at)
    select "userId", null, "erasedAt", "erasedAt"
    from jsonb_to_recordset(${asJsonb(erasures)}) as erased("userId" uuid, "erasedAt" timestamptz)
    order by "userId"
    on conflict (user_id) do update set display_name = null, erased_at = excluded.erased_at`)
}

/** The stars stay in the averages. */
export async function saveRatingsWithoutAuthor(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.update(ratings).set({ userId: null, comment: null }).where(inArray(ratings.userId, userIds))
}

export async function saveItemsWithoutCreator(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.update(items).set({ createdBy: null }).where(inArray(items.createdBy, userIds))
}

/** What was asked stays, and what was decided; not by whom. */
export async function saveRequestsWithoutAuthor(tx: Transaction, userIds: string[]): Promise<void> {
  await tx
    .update(itemRequests)
    .set({ requestedBy: null })
    .where(inArray(itemRequests.requestedBy, userIds))
  await tx.update(itemRequests).set({ reviewedBy: null }).where(inArray(itemRequests.reviewedBy, userIds))
}

export async function deleteReportsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.delete(reviewReports).where(inArray(reviewReports.reportedBy, userIds))
  await tx.execute(sql`update review_reports set decided_by = null where decided_by = any(${uuids(userIds)})`)
}
