import { passEnded } from '@walkon/contracts/events/alerts'
import { passRestored, passRevoked } from '@walkon/contracts/events/billing'
import { arrivalOf } from '@walkon/testing/arrival'
import { heard, type Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPlan,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  endOf,
  passIdOf,
  type TestPark,
} from '../testing/evaluator.ts'

const evaluator = await createTestEvaluator()
const { addPark, build, db, hear, passTime, published, runJob, waitingForLocks, clear, close } = evaluator
afterAll(close)

const ADA = 'ada@example.com'
const DAY_MINUTES = 24 * 60
const aDay = { date: '2026-07-01', startsAt: at(-30), endsAt: at(DAY_MINUTES - 30) }

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

/** A process of its own each time: the job runs once a day in one that knows of its last run. */
async function purge() {
  const { jobs, metrics } = build()
  await db.execute(sql`delete from scheduled_runs`)
  await jobs.find(({ name }) => name === 'purge-past-retention')?.run(AbortSignal.timeout(10_000))
  return metrics.metrics()
}

const daysPass = (days: number) => passTime(days * DAY_MINUTES)
const accountForAll = () => db.execute(sql`update alerts set accounted_at = now()`)
const count = async (table: string) => (await db.execute(sql`select from ${sql.identifier(table)}`)).length
const counts = async (...tables: string[]) => Promise.all(tables.map(count))

test('a pass, its days, subscription and watches are deleted ninety days after its end, and counted', async () => {
  await hear([aPass(park, { windows: [aDay] })])
  await daysPass(2)
  await runJob('end-passes')
  await daysPass(87)
  await purge()
  expect(await counts('passes', 'pass_windows', 'subscriptions', 'watches')).toEqual([1, 1, 1, 2])

  await daysPass(3)
  const metrics = await purge()

  expect(await counts('passes', 'pass_windows', 'subscriptions', 'watches')).toEqual([0, 0, 0, 0])
  expect(metrics).toContain('purged_rows_total{table="passes",service="alert-evaluator"} 1')
  expect(metrics).toContain('purged_rows_total{table="subscriptions",service="alert-evaluator"} 1')
})

test('a subscription that a newer pass carries keeps its chosen rides', async () => {
  await hear([aPass(park, { email: ADA, windows: [aDay] })])
  await daysPass(2)
  await runJob('end-passes')
  await daysPass(100)
  await hear([aPass(park, { email: ADA })])

  await purge()

  expect(await counts('passes', 'subscriptions', 'watches')).toEqual([1, 1, 2])
})

test('a pass that has not been ended yet stays, however long it is over', async () => {
  await hear([aPass(park, { windows: [aDay] })])
  await daysPass(200)
  await purge()
  expect(await counts('passes', 'subscriptions')).toEqual([1, 1])
})

test('a plan is deleted ninety days after it has ended, with the parks that nothing else carries', async () => {
  const plan = aPlan({ email: ADA })
  await hear([plan])
  await addPark(ADA, park)
  await hear([endOf(plan)])
  await daysPass(89)
  await purge()
  expect(await counts('plans', 'subscriptions')).toEqual([1, 1])

  await daysPass(2)
  await purge()
  expect(await counts('plans', 'subscriptions', 'watches')).toEqual([0, 0, 0])
})

test('an alert that is accounted for is deleted thirty days after it was made', async () => {
  await hear([aPass(park, { windows: [aDay] })])
  await hear([aReading(park, 5)])
  await accountForAll()
  await daysPass(2)
  await runJob('end-passes')
  await daysPass(27)
  await purge()
  expect(await count('alerts')).toBe(1)

  await daysPass(2)
  expect(await purge()).toContain('purged_rows_total{table="alerts",service="alert-evaluator"} 1')
  expect(await count('alerts')).toBe(0)
})

test('an alert without an end state stays until it is accounted for', async () => {
  await hear([aPass(park, { windows: [aDay] })])
  await hear([aReading(park, 5)])
  await daysPass(2)
  await runJob('end-passes')
  await daysPass(40)
  await purge()
  expect(await count('alerts')).toBe(1)
})

test('an alert stays until the pass it belongs to has ended, and is reported at that end', async () => {
  const month = { date: '2026-07-01', startsAt: at(-30), endsAt: at(60 * DAY_MINUTES) }
  await hear([aPass(park, { windows: [month] })])
  await hear([aReading(park, 5)])
  await accountForAll()
  await daysPass(40)
  await purge()

  await daysPass(21)
  await runJob('end-passes')
  expect(await published(passEnded)).toMatchObject([{ alerts: [{ rideId: park.attractions[0]?.rideId }] }])
  await purge()
  expect(await count('alerts')).toBe(0)
})

/** The pass has one alert, which is accounted for. */
async function alertAndRevoke(pass: Heard, reason: 'disputed' | 'refunded'): Promise<void> {
  await hear([pass, aReading(park, 5)])
  await accountForAll()
  await hear([heard(passRevoked, { passId: passIdOf(pass), reason })])
}

test('the alerts of a disputed pass stay as long as its days would have, and are reported if the dispute is won', async () => {
  const laterDay = { date: '2026-08-20', startsAt: at(49 * DAY_MINUTES), endsAt: at(50 * DAY_MINUTES) }
  const pass = aPass(park, { windows: [aDay, laterDay] })
  await alertAndRevoke(pass, 'disputed')
  await daysPass(130)
  await purge()

  const longAgo = { ...aDay, startsAt: at(-30 - 130 * DAY_MINUTES), endsAt: at(-31 - 129 * DAY_MINUTES) }
  await hear([heard(passRestored, { ...pass.event.data, windows: [longAgo] } as never)])
  await runJob('end-passes')

  expect(await published(passEnded)).toMatchObject([{ alerts: [{ rideId: park.attractions[0]?.rideId }] }])
})

test('a disputed pass is deleted with its alerts ninety days after its last day', async () => {
  await alertAndRevoke(aPass(park, { windows: [aDay] }), 'disputed')
  await daysPass(92)
  await purge()
  expect(await counts('passes', 'alerts')).toEqual([0, 0])
})

test('the alerts of a refunded pass are not kept for it', async () => {
  await alertAndRevoke(aPass(park, { windows: [aDay] }), 'refunded')
  await daysPass(31)
  await purge()
  expect(await count('alerts')).toBe(0)
})

test('a pass that is bought while its subscription is being deleted has one that watches the rides', async () => {
  await hear([aPass(park, { email: ADA, windows: [aDay] })])
  await daysPass(2)
  await runJob('end-passes')
  await daysPass(100)
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`select from subscriptions for update`)
    held.resolve()
    await release.promise
  })
  await arrivalOf('lock of the other transaction', held.promise)
  const purging = purge()
  await expect.poll(waitingForLocks).toBe(1)
  const buying = hear([aPass(park, { email: ADA })])
  await expect.poll(waitingForLocks).toBe(2)

  release.resolve()
  await Promise.all([holding, purging, buying])

  expect(await counts('passes', 'subscriptions', 'watches')).toEqual([1, 1, 2])
})
