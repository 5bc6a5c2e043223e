import { notificationRequested } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { randomUUID } from 'node:crypto'
import { hashAddress } from '../db/address-hash.ts'
import { insertDeliveries } from '../db/deliveries.ts'

/** Writes what another service asks to have written, once for each notification id. */
export function deliverNotifications(): Handler {
  return on(notificationRequested, async (events, tx) => {
    await insertDeliveries(
      tx,
      events.map(({ data, traceparent }) => ({
        id: randomUUID(),
        source: 'notification',
        sourceId: data.notificationId,
        subscriptionId: null,
        email: data.recipient.channel === 'email' ? data.recipient.address : null,
        channel: data.recipient.channel,
        address: data.recipient.address,
        addressHash: hashAddress(data.recipient.address),
        parkId: 'parkId' in data.notification ? data.notification.parkId : null,
        content: data.notification,
        expiresAt: data.expiresAt,
        observedAt: null,
        traceparent,
      })),
    )
  })
}
