import { deletePublishedNaming } from '@walkon/messaging/outbox-retention'
import { markErased } from '@walkon/runtime/erased-users'
import type { Transaction } from '@walkon/service/database'
import {
  deleteNames,
  deleteRatingsOf,
  deleteReportsOf,
  deleteRequestsOf,
  holdItemsOf,
  saveItemsWithoutCreator,
} from '../db/erasure.ts'
import { countStars } from '../db/ratings.ts'

/**
 * Erases the data under the ids of deleted accounts: their stars and reviews leave the averages, their suggestions go with their words.
 * Items that came of a suggestion stay without its author. Acts of moderators stay, by their ids alone.
 */
export async function eraseUsers(tx: Transaction, userIds: string[], now: Date): Promise<void> {
  // First: what a request stores at this moment is then there to be erased.
  await markErased(tx, userIds, now)
  await deleteNames(tx, userIds)
  // In the order of every other transaction: item (shared), request, rating, report, item.
  await holdItemsOf(tx, userIds)
  await deleteRequestsOf(tx, userIds)
  const gone = await deleteRatingsOf(tx, userIds)
  await deleteReportsOf(tx, userIds)
  for (const { itemId, stars } of gone) await countStars(tx, itemId, { removed: stars })
  await saveItemsWithoutCreator(tx, userIds)
  await deletePublishedNaming(tx, userIds)
}
