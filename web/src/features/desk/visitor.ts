import type { FoundVisitor } from '@walkon/contracts/http/desk'
import { named } from '@walkon/contracts/named'
import { joinLookUps } from '../../lib/one-look-up.ts'
import { list } from './shape-list.ts'
import { bought } from './visitor-bought.ts'
import { companion } from './visitor-companion.ts'
import {
  _default,
  array,
  boolean,
  nullable,
  number,
  object,
  optional,
  string,
  unknown,
  type output,
} from 'zod/mini'

/** The services' data of a visitor, as the desk shows them: only the fields that it reads are checked. */

const text = string()
const maybe = nullable(string())
const anyRecord = named(unknown())

const account = object({
  id: text,
  created_at: text,
  last_sign_in_at: optional(text),
  user_metadata: _default(object({ full_name: optional(nullable(text)) }), {}),
  app_metadata: _default(object({ roles: _default(array(text), []) }), { roles: [] }),
})
const factor = object({ id: text, status: text })
const session = object({ id: text, device: text, signedInAt: text, lastUsedAt: text })
const action = object({
  actorId: text,
  action: text,
  reason: maybe,
  actedAt: text,
  lookUpId: optional(maybe),
})
const subscription = object({
  id: text,
  parkId: text,
  parkName: maybe,
  timezone: maybe,
  active: boolean(),
  snoozedUntil: maybe,
  createdAt: text,
})
const watch = object({
  subscriptionId: text,
  rideId: text,
  rideName: maybe,
  isRide: optional(nullable(boolean())),
  active: boolean(),
  thresholdMinutes: number(),
  fitted: boolean(),
  onReopen: boolean(),
})
const watchPass = object({ id: text, subscriptionId: text })
const passWindow = object({ passId: text, startsAt: text, endsAt: text })
const alert = object({
  id: text,
  subscriptionId: text,
  rideId: text,
  rideName: maybe,
  kind: text,
  waitMinutes: nullable(number()),
  triggeredAt: text,
})
const change = object({
  subscriptionId: text,
  kind: text,
  rideId: maybe,
  rideName: maybe,
  before: nullable(anyRecord),
  after: nullable(anyRecord),
  changedAt: text,
})
const hold = object({ parkId: text, reason: text, heldFrom: text, heldUntil: text })
const hours = array(nullable(number()))
/** The limits that fit a ride, by the hour of the park's clock. */
const rideLimit = object({ rideId: text, weekday: hours, weekend: hours })
/** An alert in a window of the pass; `counts`: for its guarantee. */
const passAlert = object({ passId: text, alertId: text, rideId: text, counts: boolean() })
const preference = object({ quietFrom: maybe, quietUntil: maybe, pausedAt: maybe })
const delivery = object({
  id: text,
  about: text,
  channel: text,
  address: text,
  state: text,
  reason: maybe,
  attempts: number(),
  subject: _default(maybe, null),
  queuedAt: text,
  lastCalledAt: _default(maybe, null),
  doubtedAt: _default(maybe, null),
  acceptedAt: _default(maybe, null),
  deliveredAt: _default(maybe, null),
  changedAt: text,
})
const deliveryAlert = object({ alertId: text, deliveryId: text, rideName: text, channel: text })
const consent = object({ number: text, version: text, givenAt: text, confirmedAt: maybe })
const reply = object({ repliedAt: text, number: text, command: maybe, providerId: text })
const device = object({ name: text, addedAt: text })
const suppression = object({ channel: text, reason: text, scope: text, since: text })

const adminActions = list(action)

/** The shape of each service's answer. */
export const VISITOR_DATA = {
  identity: object({
    adminActions,
    account: list(account),
    sessions: list(session),
    secondFactors: list(factor),
  }),
  billing: object({ adminActions, ...bought }),
  alerts: object({
    adminActions,
    passWindows: list(passWindow),
    passes: list(watchPass),
    subscriptions: list(subscription),
    watches: list(watch),
    alerts: list(alert),
    visitorChanges: list(change),
    parkHolds: list(hold),
    rideLimits: list(rideLimit),
    passAlerts: list(passAlert),
    alertPreferences: list(preference),
  }),
  notifications: object({
    adminActions,
    deliveries: list(delivery),
    alerts: list(deliveryAlert),
    consents: list(consent),
    replies: list(reply),
    devices: list(device),
    suppressions: list(suppression),
  }),
  planner: object({ adminActions, ...companion }),
}

export type Desk = keyof typeof VISITOR_DATA
type VisitorData = { [Name in Desk]: output<(typeof VISITOR_DATA)[Name]> }

export type Change = output<typeof change>
export type Visitor = ReturnType<typeof toVisitor>

/** The acts of staff, a look-up that asked several services once. */
function toActions(answers: VisitorData) {
  const entries = Object.entries(answers).flatMap(([service, { adminActions: acts }]) =>
    acts.map((act) => ({ ...act, service })),
  )
  return joinLookUps(entries).flatMap(([first]) => first ?? [])
}

/** `missing`: the services that did not answer, which say nothing of the visitor. */
export function toVisitor({ email, userId }: FoundVisitor, answers: VisitorData, missing: Desk[] = []) {
  const { identity, billing, alerts, notifications, planner } = answers
  return {
    email,
    userId,
    missing,
    account: identity.account[0] ?? null,
    sessions: identity.sessions,
    secondFactors: identity.secondFactors,
    actions: toActions(answers),
    orders: billing.orders,
    passes: billing.passes,
    payments: billing.payments,
    ordersVersion: billing.ordersSeen[0]?.version,
    dayCents: billing.refundsLeft[0]?.dayCents ?? null,
    giftDays: billing.giftsLeft[0]?.days ?? null,
    plans: billing.plans,
    assistDays: billing.assistDays,
    guarantees: billing.guarantees,
    promoRedemptions: billing.promoRedemptions,
    windows: alerts.passWindows,
    watchPasses: alerts.passes,
    subscriptions: alerts.subscriptions,
    watches: alerts.watches,
    alerts: alerts.alerts,
    changes: alerts.visitorChanges,
    holds: alerts.parkHolds,
    rideLimits: alerts.rideLimits,
    passAlerts: alerts.passAlerts,
    preferences: alerts.alertPreferences[0] ?? null,
    deliveries: notifications.deliveries,
    deliveryAlerts: notifications.alerts,
    consents: notifications.consents,
    replies: notifications.replies,
    devices: notifications.devices,
    suppressions: notifications.suppressions,
    tables: planner.restaurantAlerts,
    tableTellings: planner.tableTellings,
    returnTimes: planner.lanePreferences,
    laneInvitations: planner.laneInvitations,
    laneDays: planner.laneDays,
  }
}
