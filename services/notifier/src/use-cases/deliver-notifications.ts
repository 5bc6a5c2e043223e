import type { notificationRequested } from '@walkon/contracts/events/notifications'
import type { EventOf } from '@walkon/contracts/event'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import type { TextLinks } from '../channels/text-links.ts'
import { insertDeliveries, type NewDelivery } from '../db/deliveries.ts'
import { findErased } from './find-erased.ts'
import type { TextLimit } from './limit-texts.ts'

export type NotificationDeps = { texts: TextLimit; links: TextLinks }

type RequestEvent = EventOf<typeof notificationRequested>

/**
 * Queues what another service asks to have written, once for each notification id, never to a person erased since, and by text only
 * within the budgets. Returns the deliveries.
 */
export async function deliverNotifications(
  tx: Transaction,
  events: RequestEvent[],
  { texts, links }: NotificationDeps,
): Promise<NewDelivery[]> {
  const requests = events.map((event) => toDelivery(event, links))
  const erased = await findErased(tx, {
    addresses: requests.map(({ address }) => address),
    subscriptionIds: requests.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  })
  const wanted = requests.filter(
    ({ address, requestedAt, subscriptionId }) =>
      !erased.hasAddress(address, new Date(requestedAt)) && !erased.hasSubscription(subscriptionId),
  )
  const deliveries: NewDelivery[] = []
  for (const request of wanted)
    if (request.channel !== 'sms' || (await texts.spend(request.address)) === null) deliveries.push(request)
  await insertDeliveries(tx, deliveries)
  return deliveries
}

function toDelivery(event: RequestEvent, links: TextLinks): NewDelivery {
  const { data, occurredAt, traceparent } = event
  const { notification, recipient } = data
  const id = randomUUID()
  return {
    id,
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
    linkHash: recipient.channel === 'sms' ? links.hashOf(id) : null,
  }
}
