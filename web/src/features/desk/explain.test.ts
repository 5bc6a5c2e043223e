import { expect, test } from 'vitest'
import {
  alertAt,
  answer,
  aVisitor,
  change,
  minutes,
  subscription,
  HOUR,
  watch,
} from '../../test/desk-questions.ts'
import { explainDoubles } from './explain-doubles.ts'

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
    'quiet hours, 1 pm to 3 pm',
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
  ['nothing that is kept', {}, {}, 'We can’t explain this one'],
] as const)('the answer names %s', ([, alerts, reading, words]) => {
  expect(answer(alerts, reading)).toContain(words)
})

test('a limit that fits the ride is the one of its hour, on a weekday or a weekend', () => {
  const hours = (minutesOfHour: number) =>
    Array.from({ length: 24 }, (_, hour) => (hour === 14 ? minutesOfHour : null))
  const fits = {
    watches: [{ ...watch, fitted: true, thresholdMinutes: 5 }],
    rideLimits: [{ rideId: 'ride', weekday: hours(30), weekend: hours(60) }],
  }
  expect(answer(fits, { waitMinutes: 40 })).toContain(
    'was 40 min, and the limit that fits the ride at that hour was 30',
  )
  expect(answer(fits, { waitMinutes: 25 })).toContain('We can’t explain this one')
})

test('a text that was not sent because of STOP is told with the mail that came instead', () => {
  const delivery = (id: string, channel: string, state: string, reason: string | null) => ({
    id,
    about: 'alert',
    channel,
    address: 'a',
    state,
    reason,
    attempts: 1,
    queuedAt: minutes(1),
    changedAt: minutes(2),
  })
  const notifications = {
    deliveries: [
      delivery('t', 'sms', 'suppressed', 'unsubscribed'),
      delivery('m', 'email', 'delivered', null),
    ],
    alerts: ['t', 'm'].map((deliveryId) => ({
      alertId: 'alert',
      deliveryId,
      rideName: 'Space Mountain',
      channel: 'any',
    })),
  }
  expect(answer({ alerts: [alertAt(1)] }, {}, notifications)).toContain(
    'Its messages: text, “Not sent: you have answered STOP” (unsubscribed); email delivered.',
  )
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
  expect(answer({ visitorChanges: [earlier] })).toContain('We can’t explain this one')
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

test('two messages of one alert are told with their ways, and alerts that went alike once', () => {
  const delivery = (id: string, channel: string, state = 'delivered', queuedAt = minutes(1)) => ({
    id,
    about: 'alert',
    channel,
    address: 'a',
    state,
    reason: null,
    attempts: 1,
    queuedAt,
    changedAt: minutes(2),
  })
  const of = (deliveryId: string, channel: string, rideName = 'Space Mountain') => ({
    alertId: `alert of ${rideName}`,
    deliveryId,
    rideName,
    channel,
  })
  const deliveries = [delivery('1', 'email'), delivery('2', 'sms')]
  const one = [of('1', 'email'), of('2', 'sms')]
  expect(explainDoubles(aVisitor({}, { deliveries, alerts: one }))).toEqual([
    'One alert for Space Mountain went by 2 messages, each to another way of the visitor: email delivered; text delivered.',
  ])
  const two = [...one, of('1', 'email', 'TRON'), of('2', 'sms', 'TRON')]
  const apart = [...one, of('3', 'sms', 'TRON'), of('4', 'email', 'TRON')]
  const others = [delivery('3', 'sms'), delivery('4', 'email')]
  for (const alerts of [two, apart])
    expect(explainDoubles(aVisitor({}, { deliveries: [...deliveries, ...others], alerts }))).toEqual([
      '2 alerts, for Space Mountain, TRON, went by 2 messages, each to another way of the visitor: email delivered; text delivered.',
    ])
  const failed = [delivery('1', 'email', 'delivered', minutes(3)), delivery('2', 'sms', 'failed')]
  expect(explainDoubles(aVisitor({}, { deliveries: failed, alerts: one }))).toEqual([
    expect.stringMatching(/one did not arrive.*: text.*; email delivered\.$/),
  ])
})
