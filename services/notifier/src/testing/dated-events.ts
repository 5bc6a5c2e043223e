import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { heard, type Heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { aLetter } from './letters.ts'
import { anAlertEvent, aTextPass } from './notifier.ts'

/** Events with the instant at which they were published, for tests of events that come late. */

type AlertData = Parameters<typeof anAlertEvent>[0]

export const publishedAt = (occurredAt: Date, { event, definition }: Heard): Heard => ({
  definition,
  event: { ...event, occurredAt },
})

export const alerted = (email: string, occurredAt: Date, data: AlertData = {}): Heard =>
  publishedAt(occurredAt, anAlertEvent({ email, ...data }))

/** A letter to the address. */
export const requested = (
  address: string,
  occurredAt: Date,
  notification: Letter = aLetter(),
  notificationId = randomUUID(),
): Heard =>
  publishedAt(
    occurredAt,
    heard(notificationRequested, {
      notificationId,
      recipient: { channel: 'email', address },
      notification,
      expiresAt: '2099-01-01T00:00:00Z',
    }),
  )

/** A pass whose alerts go to the number. */
export const ordered = (email: string, occurredAt: Date, number: string): Heard =>
  publishedAt(occurredAt, aTextPass({ email, recipient: { channel: 'sms', address: number } }))
