import { deletePublishedNaming } from '@walkon/messaging/outbox'
import { markErased } from '@walkon/runtime/erased-users'
import type { Transaction } from '@walkon/service/database'
import {
  deleteNames,
  deleteReportsOf,
  saveItemsWithoutCreator,
  saveRatingsWithoutAuthor,
  saveRequestsWithoutAuthor,
} from '../db/erasure.ts'

/**
 * Erases what is stored under the ids of deleted accounts. Their stars stay in the averages, without name and comment; what they asked for
 * stays without its author. What moderators did stays, by their ids alone.
 */
export async function eraseUsers(tx: Transaction, userIds: string[], now: Date): Promise<void> {
  // First: what a request stores at this moment is then there to be erased.
  await markErased(tx, userIds, now)
  await deleteNames(tx, userIds)
  await deleteReportsOf(tx, userIds)
  await saveRatingsWithoutAuthor(tx, userIds)
  await saveItemsWithoutCreator(tx, userIds)
  await saveRequestsWithoutAuthor(tx, userIds)
  await deletePublishedNaming(tx, userIds)
}
