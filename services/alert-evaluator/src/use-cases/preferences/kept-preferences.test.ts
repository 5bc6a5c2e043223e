import { passMoved } from '@walkon/contracts/events/billing'
import type { DataExport } from '@walkon/contracts/http/data-export'
import { justNow } from '@walkon/testing/events'
import { heard, type Heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPlan,
  aReading,
  at,
  catalogOf,
  changed,
  createTestEvaluator,
  endOf,
  erasureOf,
  passIdOf,
  type TestPark,
} from '../../testing/evaluator.ts'
import {
  createPreferenceCalls,
  middayTimezone,
  QUIET_AT_MIDDAY,
  QUIET_AT_NIGHT,
} from '../../testing/preferences.ts'

const { accounts, addPark, app, build, clear, close, db, hear, passTime, runJob, triggered } =
  await createTestEvaluator()
afterAll(close)
const { read, setQuietHours, pause } = createPreferenceCalls(app)

const ADA = 'ada@example.com'
const NEW = 'lovelace@example.com'
const DAY_MINUTES = 24 * 60

let [park, other]: [TestPark, TestPark] = [aPark(), aPark()]
beforeEach(async () => {
  await clear()
  park = { ...aPark(), timezone: middayTimezone() }
  other = { ...aPark(), timezone: middayTimezone() }
  await hear([catalogOf(park), catalogOf(other)])
})

const stored = () => db.execute<{ email: string }>(sql`select email from alert_preferences order by email`)
const alertedParks = async () => (await triggered()).map(({ parkId }) => parkId)
/** PassMoved as billing publishes it for this pass. */
const moveOf = (pass: Heard, changedAt = justNow().toISOString()) =>
  heard(passMoved, { passId: passIdOf(pass), email: NEW, passIds: [passIdOf(pass)], changedAt })

test('the export of an account has its quiet hours and its pause', async () => {
  await hear([aPass(park, { email: ADA })])
  await setQuietHours(ADA, QUIET_AT_NIGHT)
  await pause(ADA)
  const headers = accounts.headersFor({ email: ADA })
  const { alertPreferences } = (await app.inject({ url: '/export', headers })).json<DataExport>()
  expect(alertPreferences).toMatchObject([
    { email: ADA, quietFrom: '22:00:00', quietUntil: '08:00:00', pausedAt: expect.any(String) },
  ])
})

describe('an erasure', () => {
  test('of the last pass takes the quiet hours along', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    await setQuietHours(ADA, QUIET_AT_NIGHT)
    await hear([erasureOf(pass)])
    expect(await findTraces(db, ADA)).not.toHaveProperty('alert_preferences')
  })

  test('of a plan takes the quiet hours along', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await addPark(ADA, park)
    await setQuietHours(ADA, QUIET_AT_NIGHT)
    await hear([endOf(plan, 'erased')])
    expect(await stored()).toEqual([])
  })

  test('leaves what was set under a pass that stays, and alerts of it follow', async () => {
    const [erased, later] = [aPass(park, { email: ADA }), aPass(other, { email: ADA })]
    await hear([erased])
    await hear([later])
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await hear([erasureOf(erased)])
    expect((await read(ADA)).quietHours).toEqual(QUIET_AT_MIDDAY)
    await hear([aReading(other, 5)])
    expect(await alertedParks()).toEqual([])
  })

  test('takes what was set before the later pass that carries the same park', async () => {
    const erased = aPass(park, { email: ADA })
    await hear([erased])
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await hear([aPass(park, { email: ADA })])
    await hear([erasureOf(erased)])
    expect(await stored()).toEqual([])
    await hear([aReading(park, 5)])
    expect(await alertedParks()).toEqual([park.parkId])
  })
})

test('quiet hours are deleted with the last subscription of their visitor, ninety days after its end', async () => {
  const until = (minutes: number) => [{ date: '2026-07-01', startsAt: at(-30), endsAt: at(minutes) }]
  await hear([
    aPass(park, { email: ADA, windows: until(30) }),
    aPass(other, { email: ADA, windows: until(3 * DAY_MINUTES) }),
  ])
  await setQuietHours(ADA, QUIET_AT_NIGHT)
  await passTime(5 * DAY_MINUTES)
  await runJob('end-passes')
  await passTime(86 * DAY_MINUTES)
  await purge()
  expect([(await db.execute(sql`select from subscriptions`)).length, await stored()]).toEqual([
    1,
    [{ email: ADA }],
  ])
  await passTime(3 * DAY_MINUTES)
  await purge()
  expect(await stored()).toEqual([])
})

/** A process of its own each time: the job runs once a day in one that knows of its last run. */
async function purge() {
  await db.execute(sql`delete from scheduled_runs`)
  await build()
    .jobs.find(({ name }) => name === 'purge-past-retention')
    ?.run(AbortSignal.timeout(10_000))
}

describe('an account that changes its address', () => {
  test('takes its quiet hours and its pause along, and the old address has none', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    await setQuietHours(ADA, QUIET_AT_NIGHT)
    await pause(ADA)
    await hear([moveOf(pass)])

    expect(await read(NEW)).toMatchObject({
      quietHours: QUIET_AT_NIGHT,
      pausedParks: [{ parkId: park.parkId }],
    })
    expect(await stored()).toEqual([{ email: NEW }])
    await hear([aReading(park, 5)])
    expect(await alertedParks()).toEqual([])
  })

  test('is not alerted in its quiet hours while a second park is still to follow', async () => {
    const [first, second] = [aPass(park, { email: ADA }), aPass(other, { email: ADA })]
    await hear([first, second])
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await hear([moveOf(first)])
    await hear([aReading(park, 5), aReading(other, 5)])
    await hear([moveOf(second)])
    await hear([aReading(park, 5), aReading(other, 5)])
    expect(await alertedParks()).toEqual([])
  })

  test('takes its quiet hours along with a plan’s parks', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await addPark(ADA, park)
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await hear([changed(plan, { email: NEW, version: 2 })])
    expect((await read(NEW)).quietHours).toEqual(QUIET_AT_MIDDAY)
    await hear([aReading(park, 5)])
    expect(await alertedParks()).toEqual([])
  })

  test('keeps its quiet hours before those of the new address, whose parks follow them', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass, aPass(other, { email: NEW })])
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await setQuietHours(NEW, QUIET_AT_NIGHT)
    await hear([moveOf(pass)])
    expect((await read(NEW)).quietHours).toEqual(QUIET_AT_MIDDAY)
    await hear([aReading(other, 5), aReading(park, 5)])
    expect(await alertedParks()).toEqual([])
  })

  test('finds the quiet hours of the new address where it has none of its own', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass, aPass(other, { email: NEW })])
    await setQuietHours(NEW, QUIET_AT_MIDDAY)
    await pause(ADA)
    await hear([moveOf(pass)])
    expect(await read(NEW)).toMatchObject({ quietHours: QUIET_AT_MIDDAY, pausedParks: [{}, {}] })
  })

  test('leaves what was set at the new address after the change, where it had set something before', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass, aPass(other, { email: NEW })])
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    const moved = moveOf(pass)
    await setQuietHours(NEW, QUIET_AT_NIGHT)
    await hear([moved])
    expect((await read(NEW)).quietHours).toEqual(QUIET_AT_NIGHT)
    expect(await stored()).toEqual([{ email: NEW }])
  })

  test('leaves what was set at either address after the change', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass, aPass(other, { email: NEW })])
    await setQuietHours(ADA, QUIET_AT_MIDDAY)
    await setQuietHours(NEW, QUIET_AT_NIGHT)
    await hear([moveOf(pass, at(-1))])
    expect((await read(NEW)).quietHours).toEqual(QUIET_AT_NIGHT)
    expect((await read(ADA)).quietHours).toEqual(QUIET_AT_MIDDAY)
  })
})
