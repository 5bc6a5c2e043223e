import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  readable,
  type TestPark,
} from '../testing/evaluator.ts'

const { db, hear, triggered, passTime, clear, outboxEvents, close } = await createTestEvaluator()
afterAll(close)

const CHANGED_AT = at(-3)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(3)
  await hear([catalogOf(park)])
})

test('a short wait alerts the visitors who watch the ride, with everything that the mail shows', async () => {
  await hear([aPass(park, { email: 'ada@example.com' })])
  const reading = aReading(park, 15, { usualMinutes: 45, changedAt: CHANGED_AT })

  await hear([reading])

  const [message] = await triggered()
  expect(message).toMatchObject({
    email: 'ada@example.com',
    recipients: [{ channel: 'email', address: 'ada@example.com' }],
    parkId: park.parkId,
    parkName: park.name,
    timezone: park.timezone,
    observedAt: reading.event.data['observedAt'],
    dates: ['2026-07-01'],
    alerts: [
      {
        kind: 'short-wait',
        rideId: park.attractions[0]?.rideId,
        rideName: 'Ride 1',
        waitMinutes: 15,
        thresholdMinutes: 15,
        changedAt: CHANGED_AT,
        usualMinutes: 45,
      },
    ],
  })
  const cooldownMinutes = (new Date(message?.nextAlertAt ?? 0).getTime() - Date.now()) / 60_000
  expect(cooldownMinutes).toBeCloseTo(60, 0)
})

test('a published AlertTriggered fits its contract and continues the trace of its cause', async () => {
  await hear([aPass(park)])
  const reading = aReading(park, 10)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  reading.event.traceparent = `00-${traceId}-00f067aa0ba902b7-01`

  await hear([reading])

  const [event] = (await outboxEvents()).filter(({ type }) => type === 'AlertTriggered').map(readable)
  expect(event).toMatchObject({ source: 'alert-evaluator', key: event?.data.subscriptionId })
  expect(event?.id).toBe(event?.data.alerts[0]?.alertId)
  expect(event?.traceparent).toContain(traceId)
})

test('rides that become short together are one message, the shortest first', async () => {
  await hear([aPass(park)])

  await hear([aPoll(park, [12, 5, 40])])

  const messages = await triggered()
  expect(messages.map(({ alerts }) => alerts.map(({ waitMinutes }) => waitMinutes))).toEqual([[5, 12]])
})

test('of rides with the same wait the message names the most wanted first', async () => {
  await hear([aPass(park)])

  await hear([
    aPoll(park, [
      { waitMinutes: 10 },
      { waitMinutes: 10, popularity: 20 },
      { waitMinutes: 10, popularity: 62.5 },
    ]),
  ])

  const [message] = await triggered()
  expect(message?.alerts.map(({ rideName, popularity }) => [rideName, popularity])).toEqual([
    ['Ride 3', 62.5],
    ['Ride 2', 20],
    ['Ride 1', 0],
  ])
})

test('each subscription has a message of its own', async () => {
  await hear([aPass(park, { email: 'ada@example.com' }), aPass(park, { email: 'bob@example.com' })])

  await hear([aReading(park, 5)])

  expect((await triggered()).map(({ email }) => email).toSorted()).toEqual([
    'ada@example.com',
    'bob@example.com',
  ])
})

test('an alert goes to the channels of all open passes, and to no other', async () => {
  const email = 'ada@example.com'
  const tomorrow = [{ date: '2026-07-02', startsAt: at(24 * 60), endsAt: at(48 * 60) }]
  await hear([
    aPass(park, { email }),
    aPass(park, { email, recipient: { channel: 'sms', address: '+15550100001' } }),
    aPass(park, { email, recipient: { channel: 'sms', address: '+15550100002' }, windows: tomorrow }),
  ])

  await hear([aReading(park, 5)])

  const [message] = await triggered()
  expect(message?.recipients.map(({ address }) => address).toSorted()).toEqual(['+15550100001', email])
})

test('two evaluators make the same alert, with the same id, of one observation', async () => {
  const pass = aPass(park)
  const reading = aReading(park, 5)
  await hear([pass])
  await hear([reading])
  const [first] = await triggered()

  await db.execute(sql`delete from inbox`)
  await db.execute(sql`delete from alerts`)
  await db.execute(sql`delete from outbox`)
  await passTime(61)
  await hear([reading])

  const [again] = await triggered()
  expect(again?.alerts[0]?.alertId).toBe(first?.alerts[0]?.alertId)
})

test('a batch that is delivered twice alerts once', async () => {
  await hear([aPass(park)])
  const batch = [aPoll(park, [5, 8])]

  await hear(batch)
  await passTime(61)
  await hear(batch)

  expect(await triggered()).toHaveLength(1)
})
