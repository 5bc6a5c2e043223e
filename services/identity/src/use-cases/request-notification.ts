import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested, type Notification } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'

export const NOTICE_MS = 24 * 3_600_000

/** Asks the notifier to write to an address. A mail that has not gone out at its expiry is dropped. */
export async function requestNotification(
  tx: Transaction,
  email: string,
  notification: Notification,
  expiresAt: Date,
): Promise<void> {
  await emit(tx, publishedBy('identity', notificationRequested), [
    {
      data: {
        notificationId: randomUUID(),
        recipient: { channel: 'email', address: email },
        notification,
        expiresAt: expiresAt.toISOString(),
      },
    },
  ])
}

type AccountChange = Extract<Notification, { kind: 'account-changed' }>['change']

/** Tells the owner of an account what was changed about it. */
export async function notifyOfChange(
  tx: Transaction,
  email: string,
  change: AccountChange,
  now: Date,
): Promise<void> {
  const notification = { kind: 'account-changed', change, changedAt: now.toISOString() } as const
  await requestNotification(tx, email, notification, new Date(now.getTime() + NOTICE_MS))
}
