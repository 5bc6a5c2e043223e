import type { ReportDecision } from '@walkon/contracts/http/moderation'
import type { ReportReason } from '@walkon/contracts/http/rankings'
import { auditOnce, demandVersion } from '@walkon/runtime/admin-actions'
import { requestUserLetter } from '@walkon/runtime/request-letter'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findItemDetail, holdItem } from '../db/items.ts'
import {
  clearComment,
  countStars,
  deleteReview,
  findReview,
  lockReview,
  type RatingRow,
} from '../db/ratings.ts'
import { saveReportDecision } from '../db/review-reports.ts'
import { USEFUL } from '../domain/letter-lifetime.ts'
import { toRemovedReviewLetter } from '../domain/removed-review-letter.ts'
import { holdAuthor, type Author } from './hold-author.ts'

/**
 * Decides on a reported review: it stays, loses its words, or is deleted. Once, also if two moderators decide at the same moment. The
 * author is told of the last two. A decision about a version that is no more is refused. Throws `review-not-found`, `decision-conflict`,
 * `report-decided`.
 */
export async function decideReports(
  { db, now }: { db: Database; now: () => Date },
  moderator: Author,
  reviewId: string,
  given: ReportDecision,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await holdAuthor(tx, moderator)
    if (!(await recordDecision(tx, moderator, reviewId, given, at))) return
    const review = await lockJudged(tx, reviewId)
    demandVersion(given.version, review.version)
    const decision = given.decision === 'keep' ? 'kept' : 'cleared'
    if (!(await saveReportDecision(tx, reviewId, { decision, decidedBy: moderator.userId, decidedAt: at })))
      throw new AppError('report-decided', 'Another moderator was first')
    if (given.decision !== 'keep') await removeReview(tx, review, given.decision, given.reason, at)
  })
}

/** False for a request that has decided already. */
function recordDecision(
  tx: Transaction,
  moderator: Author,
  reviewId: string,
  { requestId, ...given }: ReportDecision,
  now: Date,
): Promise<boolean> {
  return auditOnce(tx, {
    actorId: moderator.userId,
    action: `${given.decision}-review`,
    subjectId: reviewId,
    ...(given.decision !== 'keep' && { reason: given.reason }),
    now,
    requestId,
  })
}

/** Locks are taken in the order item (shared), rating, report, item, as a rating and its deletion take them. */
async function lockJudged(tx: Transaction, reviewId: string): Promise<RatingRow> {
  const found = await findReview(tx, reviewId)
  if (found) await holdItem(tx, found.itemId)
  const review = found && (await lockReview(tx, reviewId))
  if (!review) throw new AppError('review-not-found', 'The review is gone')
  return review
}

async function removeReview(
  tx: Transaction,
  { id, itemId }: RatingRow,
  removal: 'clear' | 'delete',
  reason: ReportReason,
  at: Date,
): Promise<void> {
  const removed = removal === 'delete' ? await deleteReview(tx, id) : await clearComment(tx, id)
  // Its author was faster.
  if (!removed) return
  if (removal === 'delete') await countStars(tx, itemId, { removed: removed.stars })
  const item = await findItemDetail(tx, itemId)
  if (removed.userId === null || !item) return
  const letter = toRemovedReviewLetter({ item, removal, reason })
  const occasion = `${removal}-${removed.version}`
  const request = { userId: removed.userId, about: id, occasion, letter, useful: USEFUL }
  await requestUserLetter(tx, 'rankings', request, at)
}
