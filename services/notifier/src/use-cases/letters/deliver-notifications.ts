import type { notificationRequested } from '@walkon/contracts/events/notifications'
import type { EventOf } from '@walkon/contracts/event'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import type { TextLinks } from '../../channels/text-links.ts'
import { insertDeliveries, listKnownSources, type NewDelivery } from '../../db/deliveries/deliveries.ts'
import { deliveryIdOf } from '../../db/deliveries/delivery-ids.ts'
import { followsItsOwner } from '../../domain/content.ts'
import type { NewAddress } from '../../domain/moved-address.ts'
import { findErased } from '../accounts/find-erased.ts'
import { queueLetterWebhooks } from '../webhooks/queue-webhooks.ts'
import { findMoved } from '../accounts/find-moved.ts'
import { settleDropped, settleAgain, type LetterLoss } from './settle-letters.ts'
import type { TextLimit } from '../../limits/texts.ts'

export type NotificationDeps = { texts: TextLimit; links: TextLinks; now: () => Date }

type RequestEvent = EventOf<typeof notificationRequested>

/**
 * Queues another service's notifications, once for each notification id, never to a person erased since, and by text only within the
 * budgets. Returns the deliveries.
 */
export async function deliverNotifications(
  tx: Transaction,
  events: RequestEvent[],
  { texts, links, now }: NotificationDeps,
): Promise<NewDelivery[]> {
  const requests = events.map((event) => toDelivery(event, links))
  const erased = await findErased(tx, {
    addresses: requests.map(({ address }) => address),
    subscriptionIds: requests.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  })
  const kept = requests.filter(
    ({ address, requestedAt, subscriptionId }) =>
      !erased.hasAddress(address, new Date(requestedAt)) && !erased.hasSubscription(subscriptionId),
  )
  const dropped = requests
    .filter((request) => !kept.includes(request))
    .map(({ sourceId: id }) => ({ id, reason: 'erased' as LetterLoss }))
  await settleAgain(
    tx,
    kept.map(({ sourceId }) => sourceId),
  )
  const deliveries: NewDelivery[] = []
  for (const request of await readdress(tx, kept)) {
    const refusal = request.channel === 'sms' ? await texts.spend(request.address) : null
    if (refusal === null) deliveries.push(request)
    else dropped.push({ id: request.sourceId, reason: refusal })
  }
  await settleDropped(tx, dropped, now())
  await insertDeliveries(tx, deliveries)
  await queueLetterWebhooks(tx, deliveries)
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

function toDelivery(event: RequestEvent, links: TextLinks): NewDelivery {
  const { data, occurredAt, traceparent } = event
  const { notification, recipient } = data
  const to = { channel: recipient.channel, addressHash: hashAddress(recipient.address) }
  const id = deliveryIdOf({ sourceId: data.notificationId, ...to }, occurredAt)
  return {
    id,
    source: 'notification',
    sourceId: data.notificationId,
    subscriptionId: notification.subscriptionId ?? null,
    list: data.list ?? null,
    email: recipient.channel === 'email' ? recipient.address : null,
    ...to,
    address: recipient.address,
    parkId: notification.park?.parkId ?? null,
    content: notification,
    expiresAt: data.expiresAt,
    observedAt: null,
    requestedAt: occurredAt.toISOString(),
    traceparent,
    linkHash: recipient.channel === 'sms' ? links.hashOf(id) : null,
  }
}
