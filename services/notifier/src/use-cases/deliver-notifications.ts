import type { notificationRequested } from '@walkon/contracts/events/notifications'
import type { EventOf } from '@walkon/contracts/event'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { insertDeliveries, type NewDelivery } from '../db/deliveries.ts'
import { findErased } from './find-erased.ts'

type RequestEvent = EventOf<typeof notificationRequested>

/**
 * Queues what another service asks to have written, once for each notification id, and never to a person erased since. Returns
 * the deliveries.
 */
export async function deliverNotifications(tx: Transaction, events: RequestEvent[]): Promise<NewDelivery[]> {
  const requests = events.map(toDelivery)
  const erased = await findErased(tx, {
    addresses: requests.map(({ address }) => address),
    subscriptionIds: requests.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  })
  const deliveries = requests.filter(
    ({ address, requestedAt, subscriptionId }) =>
      !erased.hasAddress(address, new Date(requestedAt)) && !erased.hasSubscription(subscriptionId),
  )
  await insertDeliveries(tx, deliveries)
  return deliveries
}

function toDelivery(event: RequestEvent): NewDelivery {
  const { data, occurredAt, traceparent } = event
  const { notification, recipient } = data
  return {
    id: randomUUID(),
    source: 'notification',
    sourceId: data.notificationId,
    subscriptionId: notification.subscriptionId ?? null,
    email: recipient.channel === 'email' ? recipient.address : null,
    channel: recipient.channel,
    address: recipient.address,
    addressHash: hashAddress(recipient.address),
    parkId: notification.park?.parkId ?? null,
    content: notification,
    expiresAt: data.expiresAt,
    observedAt: null,
    requestedAt: occurredAt.toISOString(),
    traceparent,
  }
}
