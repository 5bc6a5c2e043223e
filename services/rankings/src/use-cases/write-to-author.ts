import { publishedBy } from '@walkon/contracts/event'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'

const LETTER_LIFETIME_MS = 3 * 86_400_000

/** Requests a letter to an account. `notificationId` is derived from its occasion: the same occasion is one letter. */
export async function writeToAuthor(
  tx: Transaction,
  {
    userId,
    notificationId,
    letter,
    at,
  }: { userId: string; notificationId: string; letter: Letter; at: Date },
): Promise<void> {
  const expiresAt = new Date(at.getTime() + LETTER_LIFETIME_MS).toISOString()
  await emit(tx, publishedBy('rankings', userNotificationRequested), [
    { data: { notificationId, userId, notification: letter, expiresAt } },
  ])
}
