import { recipientReplied } from '@walkon/contracts/events/notifications'
import { heard, linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'

const { app, build, db, hear, passTime, triggered, clear, close } = await createTestEvaluator()
afterAll(close)
beforeEach(clear)

const EMAIL = 'visitor@example.com'

/** A visitor of two parks who was alerted of the first ride of the first, longer ago than the cooldown. */
async function alerted() {
  const [park, otherPark] = [aPark(2), aPark(1)]
  await hear([catalogOf(park), catalogOf(otherPark)])
  const recipient = { channel: 'sms' as const, address: '+14075550123' }
  await hear([aPass(park, { email: EMAIL, recipient }), aPass(otherPark, { email: EMAIL, recipient })])
  await hear([aPoll(park, [10, 40])])
  await passTime(61)
  const [alert] = await db.execute<{ id: string }>(sql`select id from alerts`)
  return { park, otherPark, alertId: alert!.id }
}

type Reply = { kind: 'done' } | { kind: 'snooze'; minutes: number }

const replied = (alertId: string, reply: Reply, repliedAt = at(0)) =>
  hear([heard(recipientReplied, { deliveryId: randomUUID(), reply, alertIds: [alertId], repliedAt })])

/** The names of the rides that this poll alerts. The cache of another process knows no cooldown: `passTime` does not reach it. */
async function alertedBy(park: TestPark, waits: number[]): Promise<string[]> {
  const before = (await triggered()).length
  await hear([aPoll(park, waits)], build().handlers)
  return (await triggered()).slice(before).flatMap(({ alerts }) => alerts.map(({ rideName }) => rideName))
}

test('an alert of a pass for text messages names the number as its recipient', async () => {
  await alerted()
  expect((await triggered())[0]).toMatchObject({
    email: EMAIL,
    recipients: [{ channel: 'sms', address: '+14075550123' }],
  })
})

test('DONE silences the rides of the message, and no other ride', async () => {
  const { park, otherPark, alertId } = await alerted()
  await replied(alertId, { kind: 'done' })

  expect(await alertedBy(park, [10, 10])).toEqual(['Ride 2'])
  expect(await alertedBy(otherPark, [10])).toEqual(['Ride 1'])
})

test.each([
  ['7:30 pm', '2026-07-01T23:30:00Z'],
  ['half past midnight', '2026-07-02T04:30:00Z'],
])('DONE at %s in the park ends with the park’s day, at 4 am', async (_clock, repliedAt) => {
  const { alertId } = await alerted()
  await replied(alertId, { kind: 'done' }, repliedAt)
  const [watch] = await db.execute<{ until: string }>(sql`
    select silent_until at time zone 'UTC' as until from watches where silent_until is not null`)
  // 4 am in New York.
  expect(watch?.until).toBe('2026-07-02 08:00:00')
})

test('DONE claims nothing before the park’s day ends, and the first reading after it alerts', async () => {
  const { park, alertId } = await alerted()
  await replied(alertId, { kind: 'done' })
  expect(await alertedBy(park, [10, 40])).toEqual([])
  await passTime(24 * 60)
  await hear([aPass(park, { email: EMAIL })])
  expect(await alertedBy(park, [10, 40])).toEqual(['Ride 1'])
})

test('SNOOZE silences every ride of the visitor in every park, and the first reading after it alerts', async () => {
  const { park, otherPark, alertId } = await alerted()
  await replied(alertId, { kind: 'snooze', minutes: 30 })

  expect(await alertedBy(park, [10, 10])).toEqual([])
  expect(await alertedBy(otherPark, [10])).toEqual([])

  await passTime(31)
  expect(await alertedBy(park, [10, 10])).toEqual(['Ride 1', 'Ride 2'])
})

test('SNOOZE of one visitor leaves the alerts of another', async () => {
  const { park, alertId } = await alerted()
  await hear([aPass(park, { email: 'other@example.com' })])
  await replied(alertId, { kind: 'snooze', minutes: 30 })

  expect(await alertedBy(park, [40, 10])).toEqual(['Ride 2'])
})

test('the same reply twice is one, and a reply to alerts that are gone changes nothing', async () => {
  const { park, alertId } = await alerted()
  await replied(alertId, { kind: 'done' })
  await replied(alertId, { kind: 'done' })
  await replied(randomUUID(), { kind: 'snooze', minutes: 30 })

  expect(await alertedBy(park, [10, 10])).toEqual(['Ride 2'])
})

test('DONE of an earlier day that comes late leaves what a later DONE has silenced', async () => {
  const { park, alertId } = await alerted()
  await replied(alertId, { kind: 'done' })
  await replied(alertId, { kind: 'done' }, at(-48 * 60))

  expect(await alertedBy(park, [10, 40])).toEqual([])
})

test('SNOOZE that comes when its minutes are over leaves a later SNOOZE', async () => {
  const { park, alertId } = await alerted()
  await replied(alertId, { kind: 'snooze', minutes: 30 })
  await replied(alertId, { kind: 'snooze', minutes: 30 }, at(-60))

  expect(await alertedBy(park, [10, 10])).toEqual([])
})

test('the list of rides says until when a ride is silent', async () => {
  const { park, alertId } = await alerted()
  await replied(alertId, { kind: 'snooze', minutes: 600 })

  const response = await app.inject({ url: '/subscriptions', headers: await linkHeaders(EMAIL) })

  const subscription = response.json<{ parkId: string; watches: { nextAlertAt: string }[] }[]>()
  const watches = subscription.find(({ parkId }) => parkId === park.parkId)?.watches ?? []
  expect(watches.map(({ nextAlertAt }) => Date.parse(nextAlertAt) > Date.now() + 9 * 3_600_000)).toEqual([
    true,
    true,
  ])
})

test('DONE and SNOOZE are kept for the support desk, with the time until which they hold', async () => {
  const { alertId } = await alerted()
  await replied(alertId, { kind: 'done' })
  await replied(alertId, { kind: 'snooze', minutes: 30 })
  const changes = await db.execute<{ kind: string; hasRide: boolean; hasEnd: boolean }>(sql`
    select kind, ride_id is not null as "hasRide", after ? 'until' as "hasEnd" from visitor_changes order by kind, id`)
  expect(changes).toEqual([
    { kind: 'done', hasRide: true, hasEnd: true },
    { kind: 'snooze', hasRide: false, hasEnd: true },
    { kind: 'snooze', hasRide: false, hasEnd: true },
  ])
})
