import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { randomBytes, randomUUID } from 'node:crypto'
import { insertConfirmation } from '../db/confirmations.ts'
import { saveExpiry, type OrderRow } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { toConfirmationLetter } from '../domain/confirmation-letter.ts'
import { hashLinkToken } from './hash-link-token.ts'

/** Requests the mail with the link that confirms an order, and moves the expiry of the order to that of the link. */
export async function requestConfirmation(
  tx: Transaction,
  { order, park, now, hours }: { order: OrderRow; park: ParkRow; now: Date; hours: number },
): Promise<void> {
  const { addressHash } = order
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + hours * 3_600_000)
  await insertConfirmation(tx, {
    tokenHash: hashLinkToken(token),
    orderId: order.id,
    addressHash,
    sentAt: now,
    expiresAt,
  })
  await saveExpiry(tx, order.id, expiresAt)
  await publishLinkRequest(tx, { order, park, token, expiresAt })
}

type LinkRequest = { order: OrderRow; park: ParkRow; token: string; expiresAt: Date }

async function publishLinkRequest(
  tx: Transaction,
  { order, park, token, expiresAt }: LinkRequest,
): Promise<void> {
  const data = {
    notificationId: randomUUID(),
    recipient: { channel: 'email' as const, address: order.email },
    notification: toConfirmationLetter({ park, ...order, token, expiresAt }),
    expiresAt: expiresAt.toISOString(),
  }
  await emit(tx, publishedBy('billing', notificationRequested), [{ data }])
}
