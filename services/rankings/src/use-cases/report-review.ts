import type { ReportReason } from '@walkon/contracts/http/rankings'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { holdReview } from '../db/ratings.ts'
import { saveReport } from '../db/review-reports.ts'
import { holdAuthor, type Author } from './hold-author.ts'
import type { AccountLimit } from '@walkon/service/account-limit'

export type ReportDeps = { db: Database; reportLimit: AccountLimit; now: () => Date }

/**
 * Stores an account's report on another's review with its words, once for each version of it. Throws `review-not-found`, `own-review`, `review-reported`,
 * `too-many-requests`, `unauthorized`.
 */
export async function reportReview(
  { db, reportLimit, now }: ReportDeps,
  author: Author,
  reviewId: string,
  reason: ReportReason,
): Promise<void> {
  await reportLimit.admit(author.userId)
  await db.transaction(async (tx) => {
    await holdAuthor(tx, author)
    const review = await holdReview(tx, reviewId)
    if (!review) throw new AppError('review-not-found', 'No review has this id')
    if (review.userId === author.userId) throw new AppError('own-review', 'This review is your own')
    const { version, comment } = review
    const report = {
      ratingId: reviewId,
      reportedBy: author.userId,
      reason,
      version,
      comment,
      createdAt: now(),
    }
    if (!(await saveReport(tx, report)))
      throw new AppError('review-reported', 'You have reported this review before')
  })
}
