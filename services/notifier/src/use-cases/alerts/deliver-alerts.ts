import type { Transaction } from '@walkon/service/database'
import type { TextLinks } from '../../channels/text-links.ts'
import {
  insertDeliveries,
  insertDeliveryAlerts,
  listGivenAlerts,
  type NewDelivery,
} from '../../db/deliveries/deliveries.ts'
import { listDeliveriesOfAlerts } from '../../db/deliveries/transitions.ts'
import { isOwnMail, listMessages, toGiven } from './choose-messages.ts'
import { findWays } from './choose-way.ts'
import { findErased } from '../accounts/find-erased.ts'
import { findMoved } from '../accounts/find-moved.ts'
import { findPushable, type PushRules, type PushWays } from '../push/find-pushable.ts'
import type { TextLimit } from '../../limits/texts.ts'
import { planDelivery, type AddressedEvent, type AlertEvent, type Way } from '../deliveries/plan-delivery.ts'
import { keepOutcomes } from '../deliveries/keep-outcomes.ts'
import { queueRideWebhooks } from '../webhooks/queue-webhooks.ts'
import { findPlanTexts, type PlanTextRules } from '../plans/spend-plan-texts.ts'

export type DeliverDeps = {
  expiryMinutes: number
  texts: TextLimit
  planTexts: PlanTextRules
  links: TextLinks
  pushes: PushRules
  now: () => Date
}

/**
 * One message for each recipient, however many rides it names, and one for each device of the visitor. A number that may not be texted is
 * replaced by the visitor's email address, and that address by the number of the visitor's plan. An alert that was given already, in any
 * way, is left out, so that events published again, whole or in part, make no second message. Returns the deliveries.
 *
 * A query that needs no answer of another does not wait for it. Each wait is a turn of a loop that may be writing mails.
 */
export async function deliverAlerts(
  tx: Transaction,
  received: AlertEvent[],
  { expiryMinutes, links, pushes, now, ...limits }: DeliverDeps,
): Promise<NewDelivery[]> {
  const events = await addressEvents(tx, received)
  const alertIds = events.flatMap(({ data }) => data.alerts.map(({ alertId }) => alertId))
  const alerted = events.map(({ data }) => data)
  const emails = alerted.map(({ email }) => email)
  const [known, ways, ofPlans, pushable] = await Promise.all([
    listGivenAlerts(tx, alertIds),
    findWays(tx, alerted, limits.texts),
    findPlanTexts(tx, emails, limits),
    findPushable(tx, emails, pushes),
  ])
  await publishAgain(tx, [...new Set(known.map(({ alertId }) => alertId))])
  const given = toGiven(known)

  const planned: Planned[] = []
  const told: { event: AddressedEvent; alerts: AlertEvent['data']['alerts'] }[] = []
  for (const event of events) {
    const push = pushable(event.data.email)
    const fresh = event.data.alerts.filter(({ alertId }) => !given.has(alertId))
    told.push({ event, alerts: fresh })
    const unseen = push.devices.length === 0 ? [] : fresh
    const messages = await listMessages(event, { ways, ofPlans, given })
    const deadlines = toDeadlines(event, expiryMinutes, pushes.fallbackSeconds, now())
    for (const { way, fresh: alerts, ...kind } of messages) {
      const waitsForPush = mayReplace(event, push, way) && alerts.every((alert) => unseen.includes(alert))
      const expiresAt = deadlines.alert
      planned.push(planDelivery(event, way, alerts, { expiresAt, links, waitsForPush, ...kind }))
    }
    if (unseen.length === 0) continue
    const expiresAt = messages.some(({ way }) => mayReplace(event, push, way))
      ? deadlines.push
      : deadlines.alert
    for (const address of push.devices)
      planned.push(planDelivery(event, { channel: 'push', address }, unseen, { expiresAt, links }))
    for (const { alertId } of unseen) given.add(alertId)
  }
  const deliveries = planned.map(({ delivery }) => delivery)
  const named = planned.flatMap(({ alerts }) => alerts)
  await Promise.all([
    insertDeliveries(tx, deliveries),
    insertDeliveryAlerts(tx, named),
    queueRideWebhooks(tx, told),
  ])
  await ofPlans.save()
  return deliveries
}

type Planned = ReturnType<typeof planDelivery>
/** True if push replaces the message: the visitor's own mail only, not another mailbox or a text. */
const mayReplace = (event: AlertEvent, push: PushWays, way: Way): boolean =>
  push.replacesEmail && push.devices.length > 0 && isOwnMail(event, way)

/** When an alert is of no use any more. Before it, by when its push must be accepted for an email in its place to be of use. */
function toDeadlines({ data }: AlertEvent, expiryMinutes: number, fallbackSeconds: number, now: Date) {
  const alert = new Date(Date.parse(data.observedAt) + expiryMinutes * 60_000)
  const push = new Date(Math.min(alert.getTime(), now.getTime() + fallbackSeconds * 1_000))
  return { alert, push }
}

/**
 * Publishes the outcomes of these alerts once more: a service that publishes an alert again has not heard of its end. Deliveries under way
 * are published when they end.
 */
async function publishAgain(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  await keepOutcomes(tx, await listDeliveriesOfAlerts(tx, alertIds))
}

/** Addresses events to their owners' present addresses. Events from before a person's erasure are left out. */
async function addressEvents(tx: Transaction, events: AlertEvent[]): Promise<AddressedEvent[]> {
  const people = events.flatMap(({ data }) => [data.email, ...data.recipients.map(({ address }) => address)])
  const [erased, findNewAddress] = await Promise.all([
    findErased(tx, { addresses: people }),
    findMoved(tx, events.map(toSaid)),
  ])
  return events
    .filter(({ data, occurredAt }) => !erased.hasAddress(data.email, occurredAt))
    .map((event) => {
      const movedTo = findNewAddress(toSaid(event))
      const { email } = event.data
      const address = movedTo?.email ?? email
      const recipients = event.data.recipients
        .filter((to) => !erased.hasAddress(to.address, event.occurredAt))
        .map((to) => (to.address === email ? { ...to, address } : to))
      return { ...event, movedTo, data: { ...event.data, email: address, recipients } }
    })
}

const toSaid = ({ data: { email, subscriptionId }, occurredAt: saidAt }: AlertEvent) => ({
  email,
  subscriptionId,
  saidAt,
})
