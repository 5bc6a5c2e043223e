import type { alertTriggered, ToldAlert } from '@walkon/contracts/events/alerts'
import type { EventOf } from '@walkon/contracts/event'
import type { Channel } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { TextLinks } from '../../channels/text-links.ts'
import type { NewDelivery, NewDeliveryAlert } from '../../db/deliveries/deliveries.ts'
import { deliveryIdOf } from '../../db/deliveries/delivery-ids.ts'
import { toMessage } from '../../domain/alert-words.ts'
import type { NewAddress } from '../../domain/moved-address.ts'

type Triggered = EventOf<typeof alertTriggered>

/** The rides that one poll gives one visitor news of: AlertTriggered or DoneForTodayPredicted. */
export type AlertEvent = Omit<Triggered, 'type' | 'data'> & {
  data: Omit<Triggered['data'], 'alerts'> & { alerts: ToldAlert[] }
}

/** `movedTo` is the address that the owner's account has by now, where the event named an earlier one. */
export type AddressedEvent = AlertEvent & { movedTo: NewAddress | null }

/** How alerts go to a visitor. The address of a push is the id of a device. */
export type Way = { channel: Channel; address: string }

export type PlanOptions = {
  expiresAt: Date
  links: TextLinks
  waitsForPush?: boolean
  /** True if it goes in place of the visitor's own mail. */
  replacesMail?: boolean
  /** True if it goes to the number of the visitor's plan. */
  isOfPlan?: boolean
}

/** One message that names these alerts of an event, and its entries in the history. */
export function planDelivery(
  event: AddressedEvent,
  way: Way,
  fresh: AlertEvent['data']['alerts'],
  { expiresAt, links, waitsForPush = false, replacesMail = false, isOfPlan = false }: PlanOptions,
): { delivery: NewDelivery; alerts: NewDeliveryAlert[] } {
  const { id: sourceId, data, occurredAt, traceparent, movedTo } = event
  const { email, recipients: _, ...content } = data
  const to = { channel: way.channel, addressHash: hashAddress(way.address) }
  const id = deliveryIdOf({ sourceId, ...to }, occurredAt)
  const delivery: NewDelivery = {
    id,
    source: 'alert',
    sourceId,
    subscriptionId: data.subscriptionId,
    email,
    ...to,
    address: way.address,
    parkId: data.parkId,
    content: { kind: 'ride-alerts', ...content, alerts: fresh, ...(isOfPlan && { isOfPlan }) },
    expiresAt: expiresAt.toISOString(),
    observedAt: data.observedAt,
    requestedAt: (movedTo?.since ?? occurredAt).toISOString(),
    traceparent,
    linkHash: way.channel === 'sms' ? links.hashOf(id) : null,
    waitsForPush,
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
      usualMinutes: alert.usualMinutes,
      popularity: alert.popularity ?? null,
      thresholdMinutes: alert.thresholdMinutes,
      message: toMessage(alert),
      replacesMail,
    }),
  )
  return { delivery, alerts }
}
