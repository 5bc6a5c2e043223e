import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { listEndsToTell, type PassEnd } from '../db/pass-ends.ts'
import { mayTellOfEnd, toEndLetter, toIssueLetter } from '../domain/end-letter.ts'

/** A mail that offers the next day is of no use a day after. */
const USEFUL_HOURS = 24

/**
 * Asks for the mail that alerts have expired, or that a dispute has stopped them, once a pass: for those of these passes that were the last of
 * their park. The pages say the same (`list-ends.ts`). Of money that goes back billing writes. Who left the alert mails gets none.
 */
export async function tellOfEnds(tx: Transaction, passIds: string[]): Promise<void> {
  if (passIds.length === 0) return
  const ends = await listEndsToTell(tx, passIds)
  const expiresAt = new Date(Date.now() + USEFUL_HOURS * 3_600_000).toISOString()
  await emit(
    tx,
    publishedBy('alert-evaluator', notificationRequested),
    ends.filter(mayTellOfEnd).map((end) => ({ id: toId(end), data: toRequest(end, expiresAt) })),
  )
}

const isDisputed = ({ revokedFor }: PassEnd) => revokedFor === 'disputed'

const toId = (end: PassEnd) => deriveId(end.passId, isDisputed(end) ? 'subscription-issue' : 'alerts-expired')

const toRequest = (end: PassEnd, expiresAt: string) => ({
  notificationId: toId(end),
  recipient: { channel: 'email' as const, address: end.email },
  notification: (isDisputed(end) ? toIssueLetter : toEndLetter)({ ...end, endedAt: new Date(end.endedAt) }),
  list: 'ride-alerts' as const,
  expiresAt,
})
