import type { NameReset } from '@walkon/contracts/http/moderation'
import { auditOnce } from '@walkon/runtime/admin-actions'
import { requestUserLetter } from '@walkon/runtime/request-letter'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { takeName } from '../db/display-names.ts'
import { findReview } from '../db/ratings.ts'
import { USEFUL } from '../domain/letter-lifetime.ts'
import { TAKEN_NAME_LETTER } from '../domain/taken-name-letter.ts'
import { holdAuthor, type Author } from './hold-author.ts'

/**
 * Takes away the name that a review is signed with, until its author chooses another, and tells the author. The same `requestId` again
 * changes nothing more. Throws `review-not-found`, and `name-changed` where the author has another name by now.
 */
export async function resetName(
  { db, now }: { db: Database; now: () => Date },
  moderator: Author,
  reviewId: string,
  { name, requestId }: NameReset,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await holdAuthor(tx, moderator)
    const userId = (await findReview(tx, reviewId))?.userId
    if (!userId) throw new AppError('review-not-found', 'The review is gone')
    const act = { actorId: moderator.userId, action: 'reset-name', subjectId: userId, now: at, requestId }
    if (!(await auditOnce(tx, act))) return
    if (!(await takeName(tx, userId, name)))
      throw new AppError('name-changed', 'The author has another name by now')
    const about = { about: reviewId, occasion: `name-removed ${at.toISOString()}` }
    await requestUserLetter(
      tx,
      'rankings',
      { userId, ...about, letter: TAKEN_NAME_LETTER, useful: USEFUL },
      at,
    )
  })
}
