import { expect, test } from 'vitest'
import { explainDoubles, explainSilence, instantAt, type Question } from './explain.ts'
import { toVisitor, VISITOR_DATA } from './visitor.ts'

const TIMEZONE = 'America/New_York'
const AT = instantAt('2026-04-14', '14:10', TIMEZONE)
const minutes = (count: number) => new Date(AT.getTime() + count * 60_000).toISOString()
const HOUR = 60

const subscription = {
  id: 'sub',
  parkId: 'park',
  parkName: 'Magic Kingdom',
  timezone: TIMEZONE,
  active: true,
  snoozedUntil: null,
  createdAt: minutes(-HOUR),
}
const watch = {
  subscriptionId: 'sub',
  rideId: 'ride',
  rideName: 'Space Mountain',
  active: true,
  thresholdMinutes: 15,
  fitted: false,
  onReopen: false,
}
const COVERED = {
  subscriptions: [subscription],
  watches: [watch],
  passes: [{ id: 'pass', subscriptionId: 'sub' }],
  passWindows: [{ passId: 'pass', startsAt: minutes(-HOUR), endsAt: minutes(HOUR) }],
}

const aVisitor = (alerts: object, notifications: object) =>
  toVisitor(
    { email: 'ana@example.com', userId: null },
    {
      identity: VISITOR_DATA.identity.parse({}),
      billing: VISITOR_DATA.billing.parse({}),
      alerts: VISITOR_DATA.alerts.parse(alerts),
      notifications: VISITOR_DATA.notifications.parse(notifications),
    },
  )

function answer(
  alerts: object,
  {
    waitMinutes = 10,
    status = 'OPERATING' as const,
  }: { waitMinutes?: number | null; status?: 'OPERATING' } = {},
  notifications = {},
) {
  const visitor = aVisitor({ ...COVERED, ...alerts }, notifications)
  const question: Question = {
    subscriptionId: 'sub',
    rideId: 'ride',
    rideName: 'Space Mountain',
    timezone: TIMEZONE,
    at: AT,
    history: { observations: [{ observedAt: minutes(-4), status, waitMinutes }] },
    cooldownMinutes: 60,
  }
  return explainSilence(visitor, question)
}

const alertAt = (at: number) => ({
  id: 'alert',
  subscriptionId: 'sub',
  rideId: 'ride',
  rideName: 'Space Mountain',
  kind: 'short-wait',
  waitMinutes: 10,
  triggeredAt: minutes(at),
})
const change = (kind: string, at: number, before: object | null, after: object | null) => ({
  subscriptionId: 'sub',
  kind,
  rideId: kind === 'ride' ? 'ride' : null,
  rideName: null,
  before,
  after,
  changedAt: minutes(at),
})

test.for([
  ['the limit', {}, { waitMinutes: 40 }, 'was 40 min, and the visitor’s limit was 15'],
  ['a wait of 0', {}, { waitMinutes: 0 }, '0 alerts nobody'],
  ['no wait', {}, { waitMinutes: null }, 'posted no wait'],
  ['no pass', { passWindows: [] }, {}, 'No pass and no plan'],
  ['a stopped park', { subscriptions: [{ ...subscription, active: false }] }, {}, 'had stopped the alerts'],
  ['a ride that was not chosen', { watches: [] }, {}, 'was not among the rides'],
  ['the cooldown', { alerts: [alertAt(-24)] }, {}, 'was 24 min old'],
  [
    'quiet hours',
    { alertPreferences: [{ quietFrom: '13:00:00', quietUntil: '15:00:00', pausedAt: null }] },
    {},
    'quiet hours, 13:00 to 15:00',
  ],
  [
    'a pause',
    { alertPreferences: [{ quietFrom: null, quietUntil: null, pausedAt: minutes(-HOUR) }] },
    {},
    'had paused all alerts for the day at 1:10 pm',
  ],
  [
    'a snooze',
    { visitorChanges: [change('snooze', -10, null, { until: minutes(20) })] },
    {},
    'had answered SNOOZE at 2 pm: no alert until 2:30 pm',
  ],
  [
    'a hold of the park',
    { parkHolds: [{ parkId: 'park', reason: 'stale', heldFrom: minutes(-5), heldUntil: minutes(5) }] },
    {},
    'came too late to be of use',
  ],
  ['nothing that is kept', {}, {}, 'Nothing that is kept explains it'],
] as const)('the answer names %s', ([, alerts, reading, words]) => {
  expect(answer(alerts, reading)).toContain(words)
})

test('a choice that was made after the instant does not count: the one before does', () => {
  const later = change(
    'ride',
    30,
    { active: true, thresholdMinutes: 5, fitted: false },
    { active: true, thresholdMinutes: 15 },
  )
  expect(answer({ visitorChanges: [later] })).toContain('limit was 5')
  const earlier = change(
    'ride',
    -30,
    { active: true, thresholdMinutes: 5, fitted: false },
    { active: true, thresholdMinutes: 15 },
  )
  expect(answer({ visitorChanges: [earlier] })).toContain('Nothing that is kept explains it')
})

test('an alert that was made is told with what became of its message', () => {
  const delivery = {
    id: 'd',
    about: 'alert',
    channel: 'email',
    address: 'a',
    state: 'bounced',
    reason: 'hard-bounce',
    attempts: 1,
    queuedAt: minutes(1),
    changedAt: minutes(2),
  }
  const notifications = {
    deliveries: [delivery],
    alerts: [{ alertId: 'alert', deliveryId: 'd', rideName: 'Space Mountain', channel: 'email' }],
  }
  expect(answer({ alerts: [alertAt(1)] }, {}, notifications)).toBe(
    'An alert for Space Mountain was made at 2:11 pm. Its message: email, “Not delivered: your mailbox does not exist” (hard-bounce).',
  )
})

test('two messages of one alert are told with their ways', () => {
  const delivery = (id: string, channel: string) => ({
    id,
    about: 'alert',
    channel,
    address: 'a',
    state: 'delivered',
    reason: null,
    attempts: 1,
    queuedAt: minutes(1),
    changedAt: minutes(2),
  })
  const of = (deliveryId: string, channel: string) => ({
    alertId: 'alert',
    deliveryId,
    rideName: 'Space Mountain',
    channel,
  })
  const visitor = aVisitor(
    {},
    {
      deliveries: [delivery('1', 'email'), delivery('2', 'sms')],
      alerts: [of('1', 'email'), of('2', 'sms')],
    },
  )
  expect(explainDoubles(visitor)).toEqual([
    'One alert for Space Mountain went by 2 messages, each to another way of the visitor: email delivered; text delivered.',
  ])
})

test.for([
  ['2026-04-14', '14:10', TIMEZONE, '2026-04-14T18:10:00.000Z'],
  ['2026-12-14', '14:10', TIMEZONE, '2026-12-14T19:10:00.000Z'],
  ['2026-04-14', '14:10', 'Asia/Tokyo', '2026-04-14T05:10:00.000Z'],
])('%s %s in %s is %s', ([date, time, timezone, instant]) => {
  expect(instantAt(date!, time!, timezone!).toISOString()).toBe(instant)
})
