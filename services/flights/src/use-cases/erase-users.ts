import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { deletePublishedNaming } from '@walkon/messaging/outbox-retention'
import { markErased } from '@walkon/runtime/erased-users'
import type { Transaction } from '@walkon/service/database'
import { deleteAlertsOf } from '../db/flight-alerts.ts'

/**
 * Erases the alerts of deleted accounts: those that they set, and those of their addresses from before they left them. Acts of admins stay,
 * by their ids alone. Prices stay too: they belong to no person.
 */
export async function eraseUsers(tx: Transaction, erased: ErasedAddress[], now: Date): Promise<void> {
  const userIds = [...new Set(erased.map(({ userId }) => userId))]
  // First: what a request stores at this moment is then there to be deleted.
  await markErased(tx, userIds, now)
  const emails = await deleteAlertsOf(tx, erased)
  await deletePublishedNaming(tx, [...userIds, ...emails])
}
