import { passEnded } from '@walkon/contracts/events/alerts'
import type { AlertPreferences } from '@walkon/contracts/http/alert-preferences'
import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type TestPark,
} from '../testing/evaluator.ts'
import {
  createPreferenceCalls,
  middayTimezone,
  midnightTimezone,
  QUIET_AT_MIDDAY,
  QUIET_AT_NIGHT,
} from '../testing/preferences.ts'

const { app, clear, close, db, hear, passTime, published, runJob, triggered } = await createTestEvaluator()
afterAll(close)
const { read, setQuietHours, pause, resume } = createPreferenceCalls(app)

const ADA = 'ada@example.com'
const OSCAR = 'oscar@example.com'
const NOTHING_SET: AlertPreferences = { quietHours: null, pausedParks: [] }

let [park, other]: [TestPark, TestPark] = [aPark(), aPark()]
beforeEach(async () => {
  await clear()
  park = { ...aPark(2), timezone: middayTimezone() }
  other = { ...aPark(), timezone: middayTimezone() }
  await hear([catalogOf(park), catalogOf(other)])
  await hear([aPass(park, { email: ADA }), aPass(other, { email: ADA }), aPass(park, { email: OSCAR })])
})

const alerted = async () => (await triggered()).map(({ email, parkId }) => [email, parkId])
const cooldowns = async () =>
  (await db.execute(sql`select from watches where cooldown_until is not null`)).length

describe('GET /preferences', () => {
  test('200: without anything set there are no quiet hours and no pause, also for a visitor without alerts', async () => {
    expect(await read(ADA)).toEqual(NOTHING_SET)
    expect(await read('nobody@example.com')).toEqual(NOTHING_SET)
  })

  test('200: a park whose alerts have ended is not paused', async () => {
    await pause(ADA)
    await db.execute(
      sql`update pass_windows set ends_at = now() where pass_id in (select p.id from passes p
        join subscriptions s on s.id = p.subscription_id where s.park_id = ${other.parkId})`,
    )
    await db.execute(sql`update passes p set ends_at = now() from subscriptions s
      where s.id = p.subscription_id and s.park_id = ${other.parkId}`)
    expect((await read(ADA)).pausedParks.map(({ parkId }) => parkId)).toEqual([park.parkId])
  })
})

describe('PUT /preferences', () => {
  test('200: quiet hours are kept for their visitor alone, and are turned off again', async () => {
    const response = await setQuietHours(ADA, QUIET_AT_NIGHT)

    expect(response.json()).toEqual({ ...NOTHING_SET, quietHours: QUIET_AT_NIGHT })
    expect(await read(ADA)).toEqual(response.json())
    expect(await read(OSCAR)).toEqual(NOTHING_SET)
    expect((await setQuietHours(ADA, null)).json()).toEqual(NOTHING_SET)
  })

  test('200: in quiet hours no park alerts their visitor, no cooldown begins, and the first reading after them alerts', async () => {
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await hear([aReading(park, 5), aReading(other, 5)])
    expect(await alerted()).toEqual([[OSCAR, park.parkId]])
    expect(await cooldowns()).toBe(1)

    await setQuietHours(ADA, QUIET_AT_NIGHT)
    await hear([aReading(park, 5)])
    expect((await alerted()).slice(1)).toEqual([[ADA, park.parkId]])
  })

  test('200: quiet hours are of each park’s own clock', async () => {
    const far = { ...aPark(), timezone: midnightTimezone() }
    await hear([catalogOf(far)])
    await hear([aPass(far, { email: ADA })])
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await hear([aReading(park, 5), aReading(far, 5)])
    expect(await alerted()).toEqual(expect.arrayContaining([[ADA, far.parkId]]))
    expect(await alerted()).not.toContainEqual([ADA, park.parkId])
  })

  test.each([
    ['that end when they begin', { from: '22:00', until: '22:00' }],
    ['at a time that no clock shows', { from: '24:00', until: '08:00' }],
    ['without an end', { from: '22:00' }],
  ])('400: quiet hours %s are refused', async (_what, quietHours) => {
    const headers = await linkHeaders(ADA)
    const response = await app.inject({
      method: 'PUT',
      url: '/preferences',
      headers,
      payload: { quietHours },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid-request' })
    expect(await read(ADA)).toEqual(NOTHING_SET)
  })

  test('404: an address without alerts can set nothing', async () => {
    const response = await setQuietHours('nobody@example.com', QUIET_AT_NIGHT)
    expect([response.statusCode, response.json().code]).toEqual([404, 'subscription-not-found'])
    expect(await db.execute(sql`select from alert_preferences`)).toHaveLength(0)
  })
})

describe('PUT /preferences/pause', () => {
  test('200: a pause lasts until 4 am in each park, and a second one is the same', async () => {
    const { pausedParks } = (await pause(ADA)).json<AlertPreferences>()

    expect(pausedParks.map(({ parkId }) => parkId).toSorted()).toEqual([park.parkId, other.parkId].toSorted())
    for (const { timezone, pausedUntil } of pausedParks) {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, timeStyle: 'medium' })
      expect(clock.format(new Date(pausedUntil))).toBe('04:00:00')
      expect(Date.parse(pausedUntil) - Date.now()).toBeLessThan(16 * 3_600_000)
    }
    expect((await pause(ADA)).json<AlertPreferences>().pausedParks).toEqual(pausedParks)
  })

  test('200: a pause alerts other visitors alone, begins no cooldown, and the first reading after it alerts', async () => {
    await pause(ADA)
    await hear([aReading(park, 5)])
    await runJob('ready-watches')
    await runJob('end-passes')
    await hear([aReading(park, 5), aReading(other, 5)])
    expect(await alerted()).toEqual([[OSCAR, park.parkId]])
    expect(await cooldowns()).toBe(1)

    await resume(ADA)
    await hear([aReading(park, 5)])
    expect((await alerted()).slice(1)).toEqual([[ADA, park.parkId]])
  })

  test('200: a pause keeps quiet hours, and its end leaves them on', async () => {
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    expect((await pause(ADA)).json()).toMatchObject({ quietHours: QUIET_AT_MIDDAY })
    expect((await resume(ADA)).json()).toEqual({ quietHours: QUIET_AT_MIDDAY, pausedParks: [] })
    await hear([aReading(other, 5)])
    expect(await alerted()).toEqual([])
  })

  test('200: a ride that opens while its visitor is paused does not alert before the pause ends', async () => {
    await pause(ADA)
    const opened = { rideId: randomUUID(), name: 'A new ride', retired: false }
    const grown = { ...other, attractions: [...other.attractions, opened] }
    await hear([catalogOf(grown)])
    await hear([aReading(grown, 5, { ride: 1 })])
    expect(await alerted()).toEqual([])
    await resume(ADA)
    await hear([aReading(grown, 5, { ride: 1 })])
    expect(await alerted()).toEqual([[ADA, other.parkId]])
  })

  test('200: a park that becomes known while its visitor is paused does not alert before the pause ends', async () => {
    const late = { ...aPark(), timezone: middayTimezone() }
    await pause(ADA)
    await hear([
      aPass(late, { email: ADA, windows: [{ date: '2026-07-01', startsAt: at(-1), endsAt: at(900) }] }),
    ])
    await pause(ADA)
    await hear([catalogOf(late)])
    await hear([aReading(late, 5)])
    expect(await alerted()).toEqual([])
  })

  test('200: the days of a subscription and the end of its pass stay as they were bought', async () => {
    const url = '/subscriptions'
    const headers = await linkHeaders(ADA)
    const before = (await app.inject({ url, headers })).json<SubscriptionView[]>()
    await pause(ADA)
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    expect((await app.inject({ url, headers })).json()).toEqual(before)

    const short = aPass(other, {
      email: ADA,
      windows: [{ date: '2026-07-02', startsAt: at(-5), endsAt: at(5) }],
    })
    await hear([short])
    await passTime(6)
    await runJob('end-passes')
    const ended = await published(passEnded)
    expect(ended.map(({ passId }) => passId)).toEqual([passIdOf(short)])
  })

  test('404: an address without alerts has nothing to pause or resume', async () => {
    expect((await pause('nobody@example.com')).statusCode).toBe(404)
    expect((await resume('nobody@example.com')).statusCode).toBe(404)
  })
})
