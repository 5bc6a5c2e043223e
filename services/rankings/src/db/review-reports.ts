import type { ReportReason } from '@walkon/contracts/http/rankings'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { reviewReports } from './schema.ts'

export type ReportRow = typeof reviewReports.$inferSelect

/** False where the account has reported this version of the review before. A report of another version takes its place. */
export async function saveReport(
  tx: Transaction,
  report: Pick<ReportRow, 'ratingId' | 'reportedBy' | 'reason' | 'version' | 'comment' | 'createdAt'>,
): Promise<boolean> {
  const rows = await tx
    .insert(reviewReports)
    .values(report)
    .onConflictDoUpdate({
      target: [reviewReports.ratingId, reviewReports.reportedBy],
      set: { ...report, decision: null, decidedBy: null, decidedAt: null },
      setWhere: ne(reviewReports.version, report.version),
    })
    .returning({ ratingId: reviewReports.ratingId })
  return rows.length > 0
}

export type ReportedReviewRow = {
  reviewId: string
  itemId: string
  itemName: string
  parkName: string
  stars: number
  comment: string | null
  version: number
  /** The words that were reported first, where they are others by now. */
  reportedComment: string | null
  reviewer: string | null
  postedAt: string
  reasons: { reason: ReportReason; count: number }[]
  firstReportedAt: string
}

/** The reviews with an open report, the longest waiting first. */
export async function listReportedReviews(db: Database, limit: number): Promise<ReportedReviewRow[]> {
  const rows = await db.execute<ReportedReviewRow>(sql`
    with reasons as (
      select rating_id, reason, count(*)::int as reports, min(created_at) as first_at
      from review_reports where decision is null group by rating_id, reason),
    reported as (
      select rating_id, min(first_at) as first_at,
        json_agg(json_build_object('reason', reason, 'count', reports) order by reports desc, reason) as reasons
      from reasons group by rating_id order by min(first_at), rating_id limit ${limit})
    select ratings.id as "reviewId", items.id as "itemId", items.name as "itemName", parks.name as "parkName",
      ratings.stars, ratings.comment, ratings.version, first.comment as "reportedComment", display_names.name as reviewer,
      to_json(ratings.created_at) as "postedAt", reported.reasons, to_json(reported.first_at) as "firstReportedAt"
    from reported
    join ratings on ratings.id = reported.rating_id
    join items on items.id = ratings.item_id
    left join lateral (
      select report.comment from review_reports report
      where report.rating_id = ratings.id and report.decision is null and report.comment is distinct from ratings.comment
      order by report.created_at limit 1) first on true
    join parks on parks.id = items.park_id
    left join display_names on display_names.user_id = ratings.user_id
    order by reported.first_at, ratings.id`)
  return [...rows]
}

export async function countReportedReviews(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ reviews: sql<number>`count(distinct ${reviewReports.ratingId})::int` })
    .from(reviewReports)
    .where(isNull(reviewReports.decision))
  return row?.reviews ?? 0
}

/** Decides the open reports of a review. False where none is open, so that of two moderators one decides. */
export async function saveReportDecision(
  tx: Transaction,
  ratingId: string,
  decision: { decision: 'kept' | 'cleared'; decidedBy: string; decidedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(reviewReports)
    .set(decision)
    .where(and(eq(reviewReports.ratingId, ratingId), isNull(reviewReports.decision)))
    .returning({ ratingId: reviewReports.ratingId })
  return rows.length > 0
}
