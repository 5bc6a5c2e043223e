import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { randomBytes, randomUUID } from 'node:crypto'
import { insertConfirmation } from '../db/confirmations.ts'
import { saveExpiry, type OrderRow } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { toConfirmationLetter, toPaidConfirmationLetter } from '../domain/confirmation-letter.ts'
import { hashSecret } from './hash-secret.ts'

/** Requests the mail with the link that confirms an order, and moves the expiry of the order to that of the link. */
export async function requestConfirmation(
  tx: Transaction,
  { order, park, now, hours }: { order: OrderRow; park: ParkRow; now: Date; hours: number },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + hours * 3_600_000)
  const token = await insertLink(tx, order, { now, expiresAt })
  await saveExpiry(tx, order.id, expiresAt)
  await publishLink(tx, order, toConfirmationLetter({ park, ...order, token, expiresAt }), expiresAt)
}

/** The same for an order that is paid and waits until `expiresAt`. */
export async function requestPaidConfirmation(
  tx: Transaction,
  {
    order,
    park,
    now,
    expiresAt,
    amountCents,
  }: { order: OrderRow; park: ParkRow; now: Date; expiresAt: Date; amountCents: number },
): Promise<void> {
  const token = await insertLink(tx, order, { now, expiresAt })
  const letter = toPaidConfirmationLetter({
    park,
    ...order,
    token,
    expiresAt,
    amountCents,
    orderId: order.id,
  })
  await publishLink(tx, order, letter, expiresAt)
}

async function insertLink(
  tx: Transaction,
  { id: orderId, addressHash }: OrderRow,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertConfirmation(tx, { tokenHash: hashSecret(token), orderId, addressHash, sentAt: now, expiresAt })
  return token
}

async function publishLink(
  tx: Transaction,
  order: OrderRow,
  notification: Letter,
  expiresAt: Date,
): Promise<void> {
  const data = {
    notificationId: randomUUID(),
    recipient: { channel: 'email' as const, address: order.email },
    notification,
    expiresAt: expiresAt.toISOString(),
  }
  await emit(tx, publishedBy('billing', notificationRequested), [{ data }])
}
