import type { alertTriggered } from '@walkon/contracts/events/alerts'
import type { EventOf } from '@walkon/contracts/event'
import type { Recipient } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import type { TextLinks } from '../channels/text-links.ts'
import {
  insertDeliveries,
  insertDeliveryAlerts,
  listGivenAlerts,
  type GivenAlert,
  type NewDelivery,
  type NewDeliveryAlert,
} from '../db/deliveries.ts'
import { listDeliveriesOfAlerts } from '../db/transitions.ts'
import { toMessage } from '../domain/alert-words.ts'
import type { NewAddress } from '../domain/moved-address.ts'
import { findWays } from './choose-way.ts'
import { findErased } from './find-erased.ts'
import { findMoved } from './find-moved.ts'
import type { TextLimit } from './limit-texts.ts'
import { publishOutcomes } from './publish-outcomes.ts'

export type DeliverDeps = { expiryMinutes: number; texts: TextLimit; links: TextLinks }

type AlertEvent = EventOf<typeof alertTriggered>

/** `movedTo` is the address that the owner's account has by now, where the event named an earlier one. */
type AddressedEvent = AlertEvent & { movedTo: NewAddress | null }

/**
 * One message for each recipient, however many rides it names; for a number that may not be texted, to the visitor's email
 * address. An alert that a recipient was given already, either way, is left out, so that events published again, whole or in
 * part, make no second message. Returns the deliveries.
 */
export async function deliverAlerts(
  tx: Transaction,
  received: AlertEvent[],
  { expiryMinutes, texts, links }: DeliverDeps,
): Promise<NewDelivery[]> {
  const events = await readdress(tx, await leaveOutErased(tx, received))
  const alertIds = events.flatMap(({ data }) => data.alerts.map(({ alertId }) => alertId))
  const known = await listGivenAlerts(tx, alertIds)
  await publishAgain(tx, [...new Set(known.map(({ alertId }) => alertId))])
  const given = new Set([...known.map(toKey), ...known.map(toChannelKey)])
  const ways = await findWays(
    tx,
    events.map(({ data }) => data),
    texts,
  )

  const deliveries: NewDelivery[] = []
  const alerts: NewDeliveryAlert[] = []
  for (const event of events) {
    for (const recipient of event.data.recipients) {
      const missed = listFresh(event, recipient, given)
      if (missed.length === 0) continue
      const way = await ways.choose(event.data, recipient)
      const fresh = listFresh(event, way, given).filter((alert) => missed.includes(alert))
      if (fresh.length === 0) continue
      const planned = planDelivery(event, way, fresh, { expiryMinutes, links })
      planned.alerts.forEach((alert) => given.add(toKey(alert)))
      deliveries.push(planned.delivery)
      alerts.push(...planned.alerts)
    }
  }
  await insertDeliveries(tx, deliveries)
  await insertDeliveryAlerts(tx, alerts)
  return deliveries
}

/**
 * Publishes once more what has become of these alerts: a service that publishes an alert again has not heard of its end.
 * Deliveries under way are published when they end.
 */
async function publishAgain(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  await publishOutcomes(tx, await listDeliveriesOfAlerts(tx, alertIds))
}

/** Without alerts older than the erasure of the person they are about, and without recipients erased since. */
async function leaveOutErased(tx: Transaction, events: AlertEvent[]): Promise<AlertEvent[]> {
  const people = events.flatMap(({ data }) => [data.email, ...data.recipients.map(({ address }) => address)])
  const erased = await findErased(tx, { addresses: people })
  return events.flatMap((event) => {
    const { data, occurredAt } = event
    if (erased.hasAddress(data.email, occurredAt)) return []
    const recipients = data.recipients.filter(({ address }) => !erased.hasAddress(address, occurredAt))
    return { ...event, data: { ...data, recipients } }
  })
}

/** Alerts that name an address which the account of their owner has left go to its new one. */
async function readdress(tx: Transaction, events: AlertEvent[]): Promise<AddressedEvent[]> {
  const findNewAddress = await findMoved(tx, events.map(toSaid))
  return events.map((event) => {
    const movedTo = findNewAddress(toSaid(event))
    const { email, recipients } = event.data
    const address = movedTo?.email ?? email
    const toOwner = (to: Recipient) => (to.address === email ? { ...to, address } : to)
    return { ...event, movedTo, data: { ...event.data, email: address, recipients: recipients.map(toOwner) } }
  })
}

const toSaid = ({ data: { email, subscriptionId }, occurredAt: saidAt }: AlertEvent) => ({
  email,
  subscriptionId,
  saidAt,
})

const toKey = ({ alertId, channel, addressHash }: GivenAlert) => `${alertId} ${channel} ${addressHash}`
const toChannelKey = ({ alertId, channel }: Omit<GivenAlert, 'addressHash'>) => `${alertId} ${channel}`
/** A number stays the same when its owner's address changes. */
const toMovedKey = (alert: GivenAlert) => (alert.channel === 'email' ? toChannelKey(alert) : toKey(alert))

/**
 * The alerts that this recipient has not had. What went to the visitor's address in place of a text counts as given to the number,
 * unless the address is a recipient of its own. Before a move an alert may have been mailed to any address that its owner had.
 */
function listFresh({ data, movedTo }: AddressedEvent, recipient: Recipient, given: Set<string>) {
  const { email, recipients, alerts } = data
  const mail: Recipient = { channel: 'email', address: email }
  const isReplaced = recipient.channel === 'sms' && !recipients.some(({ channel }) => channel === 'email')
  const ways = isReplaced ? [recipient, mail] : [recipient]
  const toKeyOf = movedTo ? toMovedKey : toKey
  const keysOf = (alertId: string) =>
    ways.map(({ channel, address }) => toKeyOf({ alertId, channel, addressHash: hashAddress(address) }))
  return alerts.filter(({ alertId }) => !keysOf(alertId).some((key) => given.has(key)))
}

function planDelivery(
  event: AddressedEvent,
  recipient: Recipient,
  fresh: AlertEvent['data']['alerts'],
  { expiryMinutes, links }: Pick<DeliverDeps, 'expiryMinutes' | 'links'>,
) {
  const { id: sourceId, data, occurredAt, traceparent, movedTo } = event
  const { email, recipients: _, ...content } = data
  const to = { channel: recipient.channel, addressHash: hashAddress(recipient.address) }
  const id = randomUUID()
  const delivery: NewDelivery = {
    id,
    source: 'alert',
    sourceId,
    subscriptionId: data.subscriptionId,
    email,
    ...to,
    address: recipient.address,
    parkId: data.parkId,
    content: { kind: 'ride-alerts', ...content, alerts: fresh },
    expiresAt: new Date(Date.parse(data.observedAt) + expiryMinutes * 60_000).toISOString(),
    observedAt: data.observedAt,
    requestedAt: (movedTo?.since ?? occurredAt).toISOString(),
    traceparent,
    linkHash: recipient.channel === 'sms' ? links.hashOf(id) : null,
  }
  const alerts = fresh.map(
    (alert): NewDeliveryAlert => ({
      deliveryId: delivery.id,
      alertId: alert.alertId,
      ...to,
      emailHash: hashAddress(email),
      subscriptionId: data.subscriptionId,
      kind: alert.kind,
      parkId: data.parkId,
      parkName: data.parkName,
      rideId: alert.rideId,
      rideName: alert.rideName,
      waitMinutes: alert.waitMinutes,
      thresholdMinutes: alert.thresholdMinutes,
      message: toMessage(alert),
    }),
  )
  return { delivery, alerts }
}
