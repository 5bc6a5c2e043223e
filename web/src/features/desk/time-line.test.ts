import { expect, test } from 'vitest'
import { aVisitor, change, COVERED, minutes } from '../../test/desk-questions.ts'
import { toTimeLine } from './time-line.ts'

test('rides that were chosen alike at once are one entry, and one that was chosen otherwise is its own', () => {
  const off = (rideName: string) => ({
    ...change('ride', -10, { active: true, thresholdMinutes: 15 }, { active: false }),
    rideName,
  })
  const visitorChanges = [
    off('Space Mountain'),
    off('Jungle Cruise'),
    { ...off('Haunted Mansion'), after: { active: true, thresholdMinutes: 30 } },
  ]
  expect(toTimeLine(aVisitor({ ...COVERED, visitorChanges }, {}))).toEqual([
    {
      at: minutes(-10),
      kind: 'change',
      what: 'Ride turned off (was 15 min)',
      thing: 'Space Mountain and 1 more',
      ref: 'sub',
    },
    expect.objectContaining({ what: 'Limit of a ride: 30 min (was 15 min)', thing: 'Haunted Mansion' }),
  ])
})

test('a reply says which word came from which number, and other words are not told', () => {
  const replies = [
    { repliedAt: minutes(-20), number: '••• 0142', command: 'stop', providerId: 'SM1' },
    { repliedAt: minutes(-30), number: '+14075550142', command: null, providerId: 'SM2' },
  ]
  expect(toTimeLine(aVisitor(COVERED, { replies }))).toEqual([
    {
      at: minutes(-20),
      kind: 'change',
      what: 'Replied STOP',
      thing: 'from the number ending 0142',
      ref: 'SM1',
    },
    expect.objectContaining({ what: 'Replied with other words', thing: 'from the number ending 0142' }),
  ])
})

test('what followed from a reply, quiet hours and a pause are told in words, by the clock of the park', () => {
  const quietHours = { from: '22:00', until: '07:30:00' }
  const visitorChanges = [
    change('snooze', -5, null, { until: minutes(25) }),
    change('quiet-hours', -10, { quietHours: null, pausedAt: null }, { quietHours, pausedAt: null }),
    change('pause', -15, { quietHours: null, pausedAt: null }, { quietHours: null, pausedAt: minutes(-15) }),
    change('pause', -20, { quietHours: null, pausedAt: minutes(-30) }, { quietHours: null, pausedAt: null }),
    change('switch', -25, { active: true }, { active: false }),
  ]
  const told = toTimeLine(aVisitor({ ...COVERED, visitorChanges }, {})).map(({ what }) => what)
  expect(told).toEqual([
    'Silent after SNOOZE until 2:35 pm on Tue, Apr 14',
    'Quiet hours: 10 pm to 7:30 am (were none)',
    'All alerts paused for the day',
    'Pause ended',
    'Alerts of the park turned off',
  ])
})

test('a message stands in the time line by its subject, and one to the visitor’s own address does not repeat it', () => {
  const sent = (address: string) => ({
    id: `to ${address}`,
    about: 'notification',
    channel: 'email',
    address,
    state: 'delivered',
    reason: null,
    attempts: 1,
    subject: 'Your receipt',
    queuedAt: minutes(-20),
    changedAt: minutes(-20),
  })
  const deliveries = ['ana@example.com', 'old@example.com'].map(sent)
  expect(toTimeLine(aVisitor(COVERED, { deliveries })).map(({ thing }) => thing)).toEqual([
    'Your receipt',
    'Your receipt, to old@example.com',
  ])
})

test('rides that one message tells of are one entry with the wait of each, and one of another message is its own', () => {
  const alert = (id: string, rideName: string, waitMinutes: number) => ({
    id,
    subscriptionId: 'sub',
    rideId: id,
    rideName,
    kind: 'short-wait',
    waitMinutes,
    triggeredAt: minutes(-5),
  })
  const alerts = [alert('a', 'Space Mountain', 10), alert('b', 'Jungle Cruise', 15), alert('c', 'Dumbo', 5)]
  const told = (alertId: string, deliveryId: string) => ({
    alertId,
    deliveryId,
    rideName: '',
    channel: 'email',
  })
  const notifications = { alerts: [told('a', 'mail'), told('b', 'mail'), told('c', 'other mail')] }
  expect(toTimeLine(aVisitor({ ...COVERED, alerts }, notifications))).toMatchObject([
    { what: 'Reached the limit: 2 rides', thing: 'Space Mountain 10, Jungle Cruise 15', ref: 'a' },
    { what: 'Reached the limit: 5 min', thing: 'Dumbo', ref: 'c' },
  ])
})
