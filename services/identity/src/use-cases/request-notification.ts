import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import type { Recipient } from '@walkon/contracts/values'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { toChangeLetter, type AccountChange } from '../domain/notice-letter.ts'

export const NOTICE_MS = 24 * 3_600_000

/** Asks the notifier to write to an address. A mail that has not gone out at its expiry is dropped. */
export const requestNotification = (
  tx: Transaction,
  email: string,
  letter: Letter,
  expiresAt: Date,
): Promise<void> => request(tx, { channel: 'email', address: email }, letter, expiresAt)

/** The same by text. */
export const requestText = (
  tx: Transaction,
  number: string,
  letter: Letter,
  expiresAt: Date,
): Promise<void> => request(tx, { channel: 'sms', address: number }, letter, expiresAt)

async function request(
  tx: Transaction,
  recipient: Recipient,
  letter: Letter,
  expiresAt: Date,
): Promise<void> {
  await emit(tx, publishedBy('identity', notificationRequested), [
    {
      data: {
        notificationId: randomUUID(),
        recipient,
        notification: letter,
        expiresAt: expiresAt.toISOString(),
      },
    },
  ])
}

/** Mails the owner of an account what was changed about it. */
export async function notifyOfChange(
  tx: Transaction,
  email: string,
  change: AccountChange,
  now: Date,
): Promise<void> {
  await requestNotification(tx, email, toChangeLetter(change), new Date(now.getTime() + NOTICE_MS))
}
