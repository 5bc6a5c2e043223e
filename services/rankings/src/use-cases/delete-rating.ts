import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { holdItem } from '../db/items.ts'
import { countStars, deleteOwnRating } from '../db/ratings.ts'

/** Deletes an account's own rating of an item, with its reports. Throws `rating-not-found`. */
export async function deleteRating(db: Database, userId: string, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await holdItem(tx, itemId)
    const rating = await deleteOwnRating(tx, userId, itemId)
    if (!rating) throw new AppError('rating-not-found', 'You have not rated this item')
    await countStars(tx, itemId, { removed: rating.stars })
  })
}
