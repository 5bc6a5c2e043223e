import { at, aVisitor, order } from './desk-findings.ts'
import { listWatched } from '../features/desk/explain-choice.ts'
import { listLikeliest } from '../features/desk/likeliest.ts'
import { listSpells } from '../features/desk/spells.ts'
import type { LaneOfDay } from '../features/desk/use-day.ts'
import type { Visitor } from '../features/desk/visitor.ts'

/** It is 2:10 pm in the park. */
const NOW = new Date(at(0))
const TIMEZONE = 'America/New_York'
const RIDES = ['a', 'b', 'c', 'd']

export const watches = RIDES.map((rideId) => ({
  subscriptionId: 'sub',
  rideId,
  rideName: `Ride ${rideId}`,
  active: true,
  thresholdMinutes: 15,
  fitted: false,
  onReopen: false,
}))
export const pass = { id: 'pass', orderId: 'one', activatedAt: at(-240), revokedAt: null }
const cover = {
  watches,
  passes: [{ id: 'pass', subscriptionId: 'sub' }],
  passWindows: [{ passId: 'pass', startsAt: at(-180), endsAt: at(300) }],
}
export const billing = { orders: [order('one')], passes: [pass] }

/** An alert of a ride so many minutes from now, and the mail of it. */
export const told = (rideId: string, minutes: number, state = 'delivered') => ({
  alert: {
    id: `alert ${rideId} ${minutes}`,
    subscriptionId: 'sub',
    rideId,
    rideName: `Ride ${rideId}`,
    kind: 'short-wait',
    waitMinutes: 10,
    triggeredAt: at(minutes),
  },
  delivery: {
    id: `mail ${rideId} ${minutes}`,
    about: 'alert',
    channel: 'email',
    address: 'ana@example.com',
    state,
    reason: null,
    attempts: 1,
    queuedAt: at(minutes),
    changedAt: at(minutes),
  },
})

export function theVisitor(
  messages: ReturnType<typeof told>[],
  more: object = {},
  money: object = billing,
): Visitor {
  return aVisitor({
    billing: money,
    alerts: {
      ...cover,
      alerts: messages.map(({ alert }) => alert),
      passAlerts: messages.map(({ alert: { id, rideId } }) => ({
        passId: 'pass',
        alertId: id,
        rideId,
        counts: true,
      })),
      ...more,
    },
    notifications: {
      deliveries: messages.map(({ delivery }) => delivery),
      alerts: messages.map(({ alert, delivery }) => ({
        alertId: alert.id,
        deliveryId: delivery.id,
        rideName: alert.rideName,
        channel: 'email',
      })),
    },
  })
}

type Waits = Record<string, [minutes: number, wait: number][]>

export function answersOf(visitor: Visitor, waits: Waits) {
  const lanes = Object.entries(waits).map(([rideId, readings]): LaneOfDay => {
    const ride = { rideId, rideName: `Ride ${rideId}` }
    const observations = readings.map(([minutes, waitMinutes]) => ({
      observedAt: at(minutes),
      status: 'OPERATING' as const,
      waitMinutes,
    }))
    const question = { ...ride, subscriptionId: 'sub', timezone: TIMEZONE, cooldownMinutes: 60 }
    const [first, newest] = [readings[0]?.[0] ?? 0, readings.at(-1)?.[0] ?? 0]
    const day = { from: Date.parse(at(first)), until: Date.parse(at(newest)) }
    const spells = listSpells(visitor, { ...question, history: { observations } })
    return {
      ...ride,
      observations,
      limit: { minutes: 15, fits: false },
      watched: listWatched(visitor, question, day),
      spells,
      isLoading: false,
    }
  })
  const answers = listLikeliest(visitor, { lanes, subscription: visitor.subscriptions[0] ?? null }, NOW)
  return Object.fromEntries(answers.map((answer) => [answer.label, answer]))
}
