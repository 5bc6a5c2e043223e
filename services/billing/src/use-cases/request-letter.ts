import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { OrderRow } from '../db/orders.ts'

/** A letter about money that could not be sent within this time is dropped. */
const LETTER_HOURS = 48

/** Has a letter about an order's money written to its buyer. The same letter about the same thing has one id. */
export async function requestLetter(
  tx: Transaction,
  { about, order, letter }: { about: string; order: OrderRow; letter: Letter },
  now: Date,
): Promise<void> {
  const data = {
    notificationId: deriveId(about, letter.name),
    recipient: { channel: 'email' as const, address: order.email },
    notification: letter,
    expiresAt: new Date(now.getTime() + LETTER_HOURS * 3_600_000).toISOString(),
  }
  await emit(tx, publishedBy('billing', notificationRequested), [{ data }])
}
