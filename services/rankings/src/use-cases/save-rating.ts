import { reviewPosted } from '@walkon/contracts/events/rankings'
import type { newRating } from '@walkon/contracts/http/rankings'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod'
import { holdItem } from '../db/items.ts'
import { countStars, insertRating, replaceRating } from '../db/ratings.ts'
import { maskProfanity } from '../domain/profanity.ts'
import { holdAuthor, type Author } from './hold-author.ts'
import type { AccountLimit } from '@walkon/service/account-limit'

export type RatingDeps = { db: Database; ratingLimit: AccountLimit; now: () => Date }

export type SavedRating = {
  reviewId: string
  stars: number
  comment: string | null
  isNew: boolean
  isFiltered: boolean
}

/**
 * Saves the author's one rating of an item: a first one is inserted, a later one changes it. The item's counters change in the same
 * transaction, which takes its locks in the order item (shared), rating, item. Throws `item-not-found`, `too-many-requests`,
 * `unauthorized`.
 */
export async function saveRating(
  { db, ratingLimit, now }: RatingDeps,
  author: Author,
  itemId: string,
  { stars, comment: written }: z.output<typeof newRating>,
): Promise<SavedRating> {
  await ratingLimit.admit(author.userId)
  const comment = written === null ? null : maskProfanity(written)
  const rating = { itemId, userId: author.userId, stars, comment }
  const saved = await db.transaction(async (tx) => {
    await holdAuthor(tx, author)
    if (!(await holdItem(tx, itemId))) throw new AppError('item-not-found', 'No item has this id')
    return insertOrReplace(tx, rating, now())
  })
  return { ...saved, stars, comment, isFiltered: comment !== written }
}

async function insertOrReplace(
  tx: Transaction,
  rating: { itemId: string; userId: string; stars: number; comment: string | null },
  at: Date,
): Promise<Pick<SavedRating, 'reviewId' | 'isNew'>> {
  const { itemId, userId, stars, comment } = rating
  const before = await replaceRating(tx, userId, itemId, { stars, comment, changedAt: at })
  if (before) {
    await countStars(tx, itemId, { added: stars, removed: before.stars })
    return { reviewId: before.id, isNew: false }
  }
  // No other transaction inserts one for this author: they come one after another.
  const reviewId = randomUUIDv7()
  await insertRating(tx, { ...rating, id: reviewId, createdAt: at, changedAt: null })
  await countStars(tx, itemId, { added: stars })
  const data = { reviewId, itemId, stars, hasComment: comment !== null, postedAt: at.toISOString() }
  await emit(tx, reviewPosted, [{ data }])
  return { reviewId, isNew: true }
}
