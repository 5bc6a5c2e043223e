import type { FoundVisitor } from '@walkon/contracts/http/desk'
import {
  array,
  boolean,
  catchall,
  nullable,
  number,
  object,
  optional,
  string,
  unknown,
  type output,
} from 'zod/mini'

/** What the services answer of a visitor, as the desk shows it: only the fields that it reads are checked. */

export type ServiceData = Record<string, Record<string, unknown>[]>

const text = string()
const maybe = nullable(string())
const named = catchall(object({}), unknown())

const account = object({ id: text, created_at: text, last_sign_in_at: optional(text) })
const session = object({ id: text, device: text, signedInAt: text, lastUsedAt: text })
const action = object({ actorId: text, action: text, reason: maybe, actedAt: text })
const order = object({
  id: text,
  channel: text,
  phone: maybe,
  parkName: maybe,
  dates: array(text),
  totalCents: number(),
  promoCode: maybe,
  status: text,
  createdAt: text,
  fulfilledAt: maybe,
})
const pass = object({ id: text, orderId: text, activatedAt: text, revokedAt: maybe })
const payment = object({
  id: text,
  orderId: text,
  status: text,
  amountCents: number(),
  refundedCents: number(),
  disputed: boolean(),
  owedCents: nullable(number()),
  owedState: maybe,
  createdAt: text,
  paidAt: maybe,
})
const plan = object({ id: text, state: text, createdAt: text })
const guarantee = object({
  passId: text,
  decision: maybe,
  reason: maybe,
  refundState: maybe,
  refundCents: nullable(number()),
  decidedAt: maybe,
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
  before: nullable(named),
  after: nullable(named),
  changedAt: text,
})
const hold = object({ parkId: text, reason: text, heldFrom: text, heldUntil: text })
const preference = object({ quietFrom: maybe, quietUntil: maybe, pausedAt: maybe })
const delivery = object({
  id: text,
  about: text,
  channel: text,
  address: text,
  state: text,
  reason: maybe,
  attempts: number(),
  queuedAt: text,
  changedAt: text,
})
const deliveryAlert = object({ alertId: text, deliveryId: text, rideName: text, channel: text })
const consent = object({ number: text, version: text, givenAt: text, confirmedAt: maybe })
const device = object({ name: text, addedAt: text })
const suppression = object({ channel: text, reason: text, scope: text, since: text })

export type Change = output<typeof change>
export type Visitor = ReturnType<typeof toVisitor>

type Answers = Record<'identity' | 'billing' | 'alerts' | 'notifications', ServiceData>

/** Throws where an answer has another shape. A service that did not answer leaves empty lists. */
export function toVisitor({ email, userId }: FoundVisitor, answers: Answers) {
  const { identity, billing, alerts, notifications } = answers
  return {
    email,
    userId,
    account: array(account).parse(identity['account'] ?? [])[0] ?? null,
    sessions: array(session).parse(identity['sessions'] ?? []),
    actions: Object.values(answers).flatMap((data) => array(action).parse(data['adminActions'] ?? [])),
    orders: array(order).parse(billing['orders'] ?? []),
    passes: array(pass).parse(billing['passes'] ?? []),
    payments: array(payment).parse(billing['payments'] ?? []),
    plans: array(plan).parse(billing['plans'] ?? []),
    guarantees: array(guarantee).parse(billing['guarantees'] ?? []),
    windows: array(passWindow).parse(alerts['passWindows'] ?? []),
    watchPasses: array(watchPass).parse(alerts['passes'] ?? []),
    subscriptions: array(subscription).parse(alerts['subscriptions'] ?? []),
    watches: array(watch).parse(alerts['watches'] ?? []),
    alerts: array(alert).parse(alerts['alerts'] ?? []),
    changes: array(change).parse(alerts['visitorChanges'] ?? []),
    holds: array(hold).parse(alerts['parkHolds'] ?? []),
    preferences: array(preference).parse(alerts['alertPreferences'] ?? [])[0] ?? null,
    deliveries: array(delivery).parse(notifications['deliveries'] ?? []),
    deliveryAlerts: array(deliveryAlert).parse(notifications['alerts'] ?? []),
    consents: array(consent).parse(notifications['consents'] ?? []),
    devices: array(device).parse(notifications['devices'] ?? []),
    suppressions: array(suppression).parse(notifications['suppressions'] ?? []),
  }
}
