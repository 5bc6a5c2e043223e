import { deletePublishedNaming } from '@walkon/messaging/outbox-retention'
import { markErased } from '@walkon/runtime/erased-users'
import { eraseLanes } from '../db/lanes/lane-erasure.ts'
import { listAddressedInvitations } from '../db/lanes/lane-invitations.ts'
import { eraseQuietTimes } from '../db/quiet-times.ts'
import type { Transaction } from '@walkon/service/database'
import { deleteAlertsOf } from '../db/restaurants/restaurant-alerts.ts'
import { deleteTellingsOf } from '../db/restaurants/table-tellings.ts'
import { deleteChecklists } from '../db/checklists.ts'
import { withdrawInvitations } from './lanes/withdraw-invitations.ts'

/** Erases the data under the ids of deleted accounts. Acts of admins stay, by their ids alone. */
export async function eraseUsers(
  tx: Transaction,
  users: { userId: string; addressHashes: string[] }[],
  now: Date,
): Promise<void> {
  const userIds = users.map(({ userId }) => userId)
  // First: what a request stores at this moment is then there to be deleted.
  await markErased(tx, userIds, now)
  await deleteAlertsOf(tx, userIds)
  await deleteTellingsOf(tx, userIds)
  await deleteChecklists(tx, userIds)
  await withdrawInvitations(tx, await listAddressedInvitations(tx, userIds))
  await eraseLanes(tx, userIds)
  await eraseQuietTimes(
    tx,
    userIds,
    users.flatMap(({ addressHashes }) => addressHashes),
  )
  await deletePublishedNaming(tx, userIds)
}
