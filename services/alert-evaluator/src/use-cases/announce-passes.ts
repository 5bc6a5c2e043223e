import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { savePassesAnnounced, type PassToAnnounce } from '../db/passes.ts'
import { toActivationLetter } from '../domain/activation-letter.ts'

/** A mail that says "alerts are on" is of no use a day after. */
const USEFUL_HOURS = 24

/** Asks, once a pass, for the mail that says what is on from when, with the manage link. */
export async function announcePasses(
  tx: Transaction,
  where: { subscriptionIds: string[] } | { parkIds: string[] },
): Promise<void> {
  const passes = await savePassesAnnounced(tx, where)
  const now = new Date()
  await emit(
    tx,
    publishedBy('alert-evaluator', notificationRequested),
    passes.map((pass) => ({ id: announcementId(pass.passId), data: toRequest(pass, now) })),
  )
}

/** The notification that a pass asks for; also the key of its event. */
export const announcementId = (passId: string) => deriveId(passId, 'alerts-activated')

function toRequest(pass: PassToAnnounce, now: Date) {
  const { passId, email, windows, ...alerts } = pass
  const dates = windows.map(({ date }) => date)
  const startsAt = new Date(windows[0]?.startsAt ?? now)
  const endsAt = new Date(windows.at(-1)?.endsAt ?? now)
  return {
    notificationId: announcementId(passId),
    recipient: { channel: 'email' as const, address: email },
    notification: toActivationLetter({ ...alerts, dates, startsAt, endsAt }, now),
    expiresAt: new Date(now.getTime() + USEFUL_HOURS * 3_600_000).toISOString(),
  }
}
