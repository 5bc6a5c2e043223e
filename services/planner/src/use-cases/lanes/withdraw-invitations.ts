import { publishedBy } from '@walkon/contracts/event'
import { notificationCancelled } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedOf } from '@walkon/messaging/outbox-retention'
import { letterIdOf } from '@walkon/runtime/request-letter'
import { deleteRequestedLetters } from '@walkon/runtime/requested-letters'
import type { Database, Transaction } from '@walkon/service/database'
import { forgetExpiredAddresses } from '../../db/lanes/lane-invitations.ts'

const BATCH = 500

/** The occasion of an invitation's letter. */
export const INVITATION = 'invitation'

/** Has the letters of these invitations forgotten with their addresses: in the outbox, and by notifier. */
export async function withdrawInvitations(tx: Transaction, invitationIds: string[]): Promise<void> {
  const letterIds = invitationIds.map((id) => letterIdOf(id, INVITATION))
  await deletePublishedOf(tx, letterIds)
  await deleteRequestedLetters(tx, letterIds)
  await emit(
    tx,
    publishedBy('planner', notificationCancelled),
    letterIds.map((notificationId) => ({ data: { notificationId } })),
  )
}

/** Deletes the addresses of invitations that expired without an answer. Resolves with whether there may be more. */
export const forgetExpiredInvitations = (db: Database, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const forgotten = await forgetExpiredAddresses(tx, now, BATCH)
    await withdrawInvitations(tx, forgotten)
    return forgotten.length === BATCH
  })
