import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { inArray, sql } from 'drizzle-orm'
import { displayNames, itemRequests, items, ratings, reviewReports } from './schema.ts'

export async function deleteNames(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.delete(displayNames).where(inArray(displayNames.userId, userIds))
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
  await tx.update(itemRequests).set({ requestedBy: null }).where(inArray(itemRequests.requestedBy, userIds))
  await tx.update(itemRequests).set({ reviewedBy: null }).where(inArray(itemRequests.reviewedBy, userIds))
}

export async function deleteReportsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.delete(reviewReports).where(inArray(reviewReports.reportedBy, userIds))
  await tx.execute(sql`update review_reports set decided_by = null where decided_by = any(${uuids(userIds)})`)
}
