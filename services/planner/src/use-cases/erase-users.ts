import { deletePublishedNaming } from '@walkon/messaging/outbox'
import { markErased } from '@walkon/runtime/erased-users'
import type { Transaction } from '@walkon/service/database'
import { deleteAlertsOf } from '../db/restaurant-alerts.ts'
import { deleteChecklists } from '../db/checklists.ts'

/** Erases what is stored under the ids of deleted accounts. What admins did stays, by their ids alone. */
export async function eraseUsers(tx: Transaction, userIds: string[], now: Date): Promise<void> {
  // First: what a request stores at this moment is then there to be deleted.
  await markErased(tx, userIds, now)
  await deleteAlertsOf(tx, userIds)
  await deleteChecklists(tx, userIds)
  await deletePublishedNaming(tx, userIds)
}
