import type { userDeleted } from '@walkon/contracts/events/identity'
import type { EventOf } from '@walkon/contracts/event'
import { deletePublishedNaming } from '@walkon/messaging/outbox-retention'
import type { Transaction } from '@walkon/service/database'
import {
  eraseOwnersOfAssistDays,
  lockAssistDaysOf,
  lockAssistDaysOfUsers,
} from '../../db/lightning-lane/assist-days.ts'
import { wakeSettling } from '../../db/payments/due.ts'
import { publishRevoked } from './tell-of-assist-day.ts'

type Deletion = Pick<EventOf<typeof userDeleted>, 'data' | 'occurredAt'>

/**
 * Erases the Lightning Lane Assist days of deleted accounts. Payments stay without an account; an open page is ended at Stripe, and a
 * payment of it goes back (`settle-assist-day.ts`).
 */
export async function eraseAssistDays(tx: Transaction, deletions: Deletion[]): Promise<void> {
  const [first] = deletions
  if (!first) return
  const userIds = deletions.map(({ data }) => data.userId).toSorted()
  for (const userId of userIds) await lockAssistDaysOf(tx, userId)
  const days = await lockAssistDaysOfUsers(tx, userIds)
  const ids = days.map(({ id }) => id)
  for (const { userId, ...day } of days)
    if (userId !== null && day.state === 'active') await publishRevoked(tx, { ...day, userId }, 'erased')
  await eraseOwnersOfAssistDays(tx, ids, first.occurredAt)
  await deletePublishedNaming(tx, userIds)
  wakeSettling(tx, 'assist_days')
}
