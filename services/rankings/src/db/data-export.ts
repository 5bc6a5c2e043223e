import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { eq, getTableColumns } from 'drizzle-orm'
import { displayNames, itemRequests, items, ratings, reviewReports } from './schema.ts'

/** Everything that is stored about an account, the oldest first. */
export async function listDataOf(db: Database, userId: string): Promise<DataExport> {
  const { proposalHash: _, reviewedBy: __, ...request } = getTableColumns(itemRequests)
  return {
    displayNames: await db
      .select({ name: displayNames.name, namedAt: displayNames.namedAt, takenName: displayNames.takenName })
      .from(displayNames)
      .where(eq(displayNames.userId, userId)),
    ratings: await db
      .select({ ...getTableColumns(ratings), itemName: items.name })
      .from(ratings)
      .innerJoin(items, eq(items.id, ratings.itemId))
      .where(eq(ratings.userId, userId))
      .orderBy(ratings.createdAt),
    itemRequests: await db
      .select(request)
      .from(itemRequests)
      .where(eq(itemRequests.requestedBy, userId))
      .orderBy(itemRequests.createdAt),
    itemsAdded: await db
      .select({ id: items.id, name: items.name, createdAt: items.createdAt })
      .from(items)
      .where(eq(items.createdBy, userId))
      .orderBy(items.createdAt),
    reviewReports: await db
      .select({
        ratingId: reviewReports.ratingId,
        reason: reviewReports.reason,
        createdAt: reviewReports.createdAt,
      })
      .from(reviewReports)
      .where(eq(reviewReports.reportedBy, userId))
      .orderBy(reviewReports.createdAt),
    adminActions: await listActionsOf(db, userId),
  }
}
