import { explainSilence } from '../features/desk/explain.ts'
import { instantAt } from '../features/desk/park-instant.ts'
import type { Question } from '../features/desk/question.ts'
import { toVisitor, VISITOR_DATA } from '../features/desk/visitor.ts'

/** A visitor of a covered park with one ride, and the desk's answer to “Why did I get nothing at 2:10 pm?” */

export const TIMEZONE = 'America/New_York'
const AT = instantAt('2026-04-14', '14:10', TIMEZONE)
export const minutes = (count: number) => new Date(AT.getTime() + count * 60_000).toISOString()
export const HOUR = 60

export const subscription = {
  id: 'sub',
  parkId: 'park',
  parkName: 'Magic Kingdom',
  timezone: TIMEZONE,
  active: true,
  snoozedUntil: null,
  createdAt: minutes(-HOUR),
}
export const watch = {
  subscriptionId: 'sub',
  rideId: 'ride',
  rideName: 'Space Mountain',
  active: true,
  thresholdMinutes: 15,
  fitted: false,
  onReopen: false,
}
export const COVERED = {
  subscriptions: [subscription],
  watches: [watch],
  passes: [{ id: 'pass', subscriptionId: 'sub' }],
  passWindows: [{ passId: 'pass', startsAt: minutes(-HOUR), endsAt: minutes(HOUR) }],
}

export const aVisitor = (alerts: object, notifications: object, billing: object = {}) =>
  toVisitor(
    { email: 'ana@example.com', userId: null },
    {
      identity: VISITOR_DATA.identity.parse({}),
      billing: VISITOR_DATA.billing.parse(billing),
      alerts: VISITOR_DATA.alerts.parse(alerts),
      notifications: VISITOR_DATA.notifications.parse(notifications),
      planner: VISITOR_DATA.planner.parse({}),
    },
  )

export function answer(
  alerts: object,
  {
    waitMinutes = 10,
    at = AT,
    observations = [
      {
        observedAt: new Date(at.getTime() - 4 * 60_000).toISOString(),
        status: 'OPERATING' as const,
        waitMinutes,
      },
    ],
  }: { waitMinutes?: number | null; at?: Date; observations?: Question['history']['observations'] } = {},
  notifications = {},
  billing = {},
) {
  const visitor = aVisitor({ ...COVERED, ...alerts }, notifications, billing)
  const question: Question = {
    subscriptionId: 'sub',
    rideId: 'ride',
    rideName: 'Space Mountain',
    timezone: TIMEZONE,
    at,
    history: { observations },
    cooldownMinutes: 60,
  }
  return explainSilence(visitor, question)
}

export const alertAt = (at: number) => ({
  id: 'alert',
  subscriptionId: 'sub',
  rideId: 'ride',
  rideName: 'Space Mountain',
  kind: 'short-wait',
  waitMinutes: 10,
  triggeredAt: minutes(at),
})
export const change = (kind: string, at: number, before: object | null, after: object | null) => ({
  subscriptionId: 'sub',
  kind,
  rideId: kind === 'ride' ? 'ride' : null,
  rideName: null,
  before,
  after,
  changedAt: minutes(at),
})
