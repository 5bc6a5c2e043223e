import { assistDayActivated, assistDayRevoked } from '@walkon/contracts/events/billing'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import { requestUserLetter } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import type { AssistDayRow } from '../../db/lightning-lane/assist-days.ts'
import { deletePublished, PUBLISHED } from '../../db/published.ts'
import { publishAccounted } from '../publish-accounted.ts'

type Owned = AssistDayRow & { userId: string }

/** Publishes that the account is assisted in the window of a day. */
export async function publishActivated(tx: Transaction, day: Owned): Promise<void> {
  await publishAccounted(tx, assistDayActivated, PUBLISHED['assist-days'], [
    { id: day.id, data: toData(day) },
  ])
}

/** Publishes that the window of a day assists no more. */
export async function publishRevoked(
  tx: Transaction,
  day: Owned,
  reason: 'refunded' | 'disputed' | 'erased',
): Promise<void> {
  await deletePublished(tx, PUBLISHED['assist-days'], [day.id])
  await emit(tx, assistDayRevoked, [{ data: { ...toData(day), reason } }])
}

/** Has a letter about the money of a day written to its account. The same letter about the same day is sent once. */
export async function requestAssistLetter(
  tx: Transaction,
  { id, userId }: Pick<Owned, 'id' | 'userId'>,
  letter: Letter,
  now: Date,
): Promise<void> {
  await requestUserLetter(tx, 'billing', { userId, about: id, letter }, now)
}

function toData({ id: assistDayId, userId, startsAt, endsAt }: Owned) {
  if (startsAt === null || endsAt === null) throw new Error('The assist day was never paid')
  return {
    assistDayId,
    userId,
    windows: [{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }],
  }
}
