import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { inArray, sql } from 'drizzle-orm'
import { displayNames, itemRequests, items, ratings, reviewReports } from './schema.ts'

export async function deleteNames(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.delete(displayNames).where(inArray(displayNames.userId, userIds))
}

/** Keeps what they rated or added from being deleted, in the order of the ids. */
export async function holdItemsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.execute(sql`
    select from items
    where created_by = any(${uuids(userIds)}) or id in (select item_id from ratings where user_id = any(${uuids(userIds)}))
    order by id for key share`)
}

/** Deletes ratings with their reports. Returns the stars that no longer count, in the order of their items. */
export async function deleteRatingsOf(
  tx: Transaction,
  userIds: string[],
): Promise<{ itemId: string; stars: number }[]> {
  const gone = await tx
    .delete(ratings)
    .where(inArray(ratings.userId, userIds))
    .returning({ itemId: ratings.itemId, stars: ratings.stars })
  return gone.toSorted((one, other) => (one.itemId < other.itemId ? -1 : 1))
}

export async function saveItemsWithoutCreator(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.update(items).set({ createdBy: null }).where(inArray(items.createdBy, userIds))
}

/** Deletes their suggestions with their words; their decisions stay without a name. */
export async function deleteRequestsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.delete(itemRequests).where(inArray(itemRequests.requestedBy, userIds))
  await tx.update(itemRequests).set({ reviewedBy: null }).where(inArray(itemRequests.reviewedBy, userIds))
}

export async function deleteReportsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.delete(reviewReports).where(inArray(reviewReports.reportedBy, userIds))
  await tx.execute(sql`update review_reports set decided_by = null where decided_by = any(${uuids(userIds)})`)
}
