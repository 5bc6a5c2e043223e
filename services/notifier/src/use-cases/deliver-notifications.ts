import type { notificationRequested } from '@walkon/contracts/events/notifications'
import type { EventOf } from '@walkon/contracts/event'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { insertDeliveries, listKnownSources, type NewDelivery } from '../db/deliveries.ts'
import { followsItsOwner } from '../domain/content.ts'
import type { NewAddress } from '../domain/moved-address.ts'
import { findErased } from './find-erased.ts'
import { findMoved } from './find-moved.ts'

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
  const kept = requests.filter(
    ({ address, requestedAt, subscriptionId }) =>
      !erased.hasAddress(address, new Date(requestedAt)) && !erased.hasSubscription(subscriptionId),
  )
  const deliveries = await readdress(tx, kept)
  await insertDeliveries(tx, deliveries)
  return deliveries
}

/** Letters about alerts go to the address that the account of their owner has by now, unless they went to an earlier one. */
async function readdress(tx: Transaction, requests: NewDelivery[]): Promise<NewDelivery[]> {
  const following = requests.filter(({ channel, content }) => channel === 'email' && followsItsOwner(content))
  const findNewAddress = await findMoved(tx, following.map(toSaid))
  const moves = new Map(following.map((request) => [request.id, findNewAddress(toSaid(request))]))
  const known = await listKnownSources(
    tx,
    following.flatMap(({ id, sourceId }) => (moves.get(id) ? [sourceId] : [])),
  )
  return requests.flatMap((request) => {
    const movedTo = moves.get(request.id)
    if (!movedTo) return [request]
    return known.has(request.sourceId) ? [] : [{ ...request, ...toNewAddress(movedTo) }]
  })
}

const toSaid = ({ address: email, subscriptionId, requestedAt }: NewDelivery) => ({
  email,
  subscriptionId,
  saidAt: new Date(requestedAt),
})

const toNewAddress = ({ email, since }: NewAddress) => ({
  email,
  address: email,
  addressHash: hashAddress(email),
  requestedAt: since.toISOString(),
})

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
