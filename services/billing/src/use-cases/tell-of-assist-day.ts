import { assistDayActivated, assistDayRevoked } from '@walkon/contracts/events/billing'
import { publishedBy } from '@walkon/contracts/event'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { AssistDayRow } from '../db/assist-days.ts'

/** A letter that could not be sent within this time is dropped. */
const LETTER_HOURS = 48

type Owned = AssistDayRow & { userId: string }

/** Publishes that the account is assisted in the window of a day. */
export async function publishActivated(tx: Transaction, day: Owned): Promise<void> {
  await emit(tx, assistDayActivated, [{ data: toData(day) }])
}

/** Publishes that the window of a day assists no more. */
export async function publishRevoked(
  tx: Transaction,
  day: Owned,
  reason: 'refunded' | 'disputed' | 'erased',
): Promise<void> {
  await emit(tx, assistDayRevoked, [{ data: { ...toData(day), reason } }])
}

/** Has a letter about the money of a day written to its account. The same letter about the same day has one id. */
export async function requestAssistLetter(
  tx: Transaction,
  { id, userId }: Pick<Owned, 'id' | 'userId'>,
  notification: Letter,
  now: Date,
): Promise<void> {
  const data = {
    notificationId: deriveId(id, notification.name),
    userId,
    notification,
    expiresAt: new Date(now.getTime() + LETTER_HOURS * 3_600_000).toISOString(),
  }
  await emit(tx, publishedBy('billing', userNotificationRequested), [{ data }])
}

function toData({ id: assistDayId, userId, startsAt, endsAt }: Owned) {
  if (startsAt === null || endsAt === null) throw new Error('The assist day was never paid')
  return {
    assistDayId,
    userId,
    windows: [{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }],
  }
}
