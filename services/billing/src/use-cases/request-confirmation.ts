import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { randomBytes, randomUUID } from 'node:crypto'
import { insertConfirmation } from '../db/confirmations.ts'
import { saveExpiry, type OrderRow } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { toConfirmationLetter, toPaidConfirmationLetter } from '../domain/confirmation-letter.ts'
import { hashSecret } from './hash-secret.ts'

type Link = {
  order: OrderRow
  park: ParkRow
  now: Date
  /** The request by which the support desk has the link mailed again: each is mailed once. */
  copyFor?: string
}

/** Requests the mail with the link that confirms an order, and moves the expiry of the order to that of the link. */
export async function requestConfirmation(
  tx: Transaction,
  { order, park, now, hours, copyFor }: Link & { hours: number },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + hours * 3_600_000)
  const token = await insertLink(tx, order, { now, expiresAt })
  await saveExpiry(tx, order.id, expiresAt)
  const letter = toConfirmationLetter({ park, ...order, token, expiresAt })
  await publishLink(tx, { order, letter, expiresAt, copyFor })
}

/** The same for an order that is paid and waits until `expiresAt`. */
export async function requestPaidConfirmation(
  tx: Transaction,
  { order, park, now, expiresAt, amountCents, copyFor }: Link & { expiresAt: Date; amountCents: number },
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
  await publishLink(tx, { order, letter, expiresAt, copyFor })
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
  {
    order,
    letter,
    expiresAt,
    copyFor,
  }: { order: OrderRow; letter: Letter; expiresAt: Date; copyFor: string | undefined },
): Promise<void> {
  const data = {
    notificationId: copyFor === undefined ? randomUUID() : deriveId(copyFor, letter.name),
    recipient: { channel: 'email' as const, address: order.email },
    notification: letter,
    expiresAt: expiresAt.toISOString(),
  }
  await emit(tx, publishedBy('billing', notificationRequested), [{ data }])
}
