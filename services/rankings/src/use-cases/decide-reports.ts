import { publishedBy } from '@walkon/contracts/event'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { ReportDecision } from '@walkon/contracts/http/moderation'
import type { ReportReason } from '@walkon/contracts/http/rankings'
import { emit } from '@walkon/messaging/emit'
import { audit } from '@walkon/runtime/admin-actions'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { randomUUID } from 'node:crypto'
import { findItemDetail, holdItem } from '../db/items.ts'
import { clearComment, countStars, deleteReview, findReview, type RatingRow } from '../db/ratings.ts'
import { saveReportDecision } from '../db/review-reports.ts'
import { toRemovedReviewLetter } from '../domain/removed-review-letter.ts'
import { holdAuthor, type Author } from './hold-author.ts'

const LETTER_LIFETIME_MS = 3 * 86_400_000

/**
 * Decides what becomes of a reported review: it stays, loses its words, or is deleted. Once, also if two moderators decide at the same
 * moment. The author is told of the last two. Throws `review-not-found`, `report-decided`.
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
    const review = await findReview(tx, reviewId)
    if (!review) throw new AppError('review-not-found', 'The review is gone')
    // Locks are taken in the order item (shared), rating, item, as a rating takes them.
    await holdItem(tx, review.itemId)
    const decision = given.decision === 'keep' ? 'kept' : 'cleared'
    if (!(await saveReportDecision(tx, reviewId, { decision, decidedBy: moderator.userId, decidedAt: at })))
      throw new AppError('report-decided', 'Another moderator was first')
    if (given.decision !== 'keep') await removeReview(tx, review, given.decision, given.reason, at)
    await audit(tx, {
      actorId: moderator.userId,
      action: `${given.decision}-review`,
      subjectId: reviewId,
      ...(given.decision !== 'keep' && { reason: given.reason }),
      now: at,
    })
  })
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
  await emit(tx, publishedBy('rankings', userNotificationRequested), [
    {
      data: {
        notificationId: randomUUID(),
        userId: removed.userId,
        notification: toRemovedReviewLetter({ item, removal, reason }),
        expiresAt: new Date(at.getTime() + LETTER_LIFETIME_MS).toISOString(),
      },
    },
  ])
}
