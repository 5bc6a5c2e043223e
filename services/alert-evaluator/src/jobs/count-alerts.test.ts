import { alertCounts, COUNTING_TIMEZONE } from '@walkon/contracts/http/how-we-do'
import type { ToldKind } from '@walkon/contracts/values'
import { parkDayAt } from '@walkon/service/park-day'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestEvaluator } from '../testing/evaluator.ts'

const { db, app, build, clear, close } = await createTestEvaluator()
afterAll(close)
beforeEach(clear)

const today = parkDayAt(new Date(), COUNTING_TIMEZONE)
const yesterday = parkDayAt(new Date(today.startsAt.getTime() - 12 * 3_600_000), COUNTING_TIMEZONE)
const ONE_AM = new Date(today.startsAt.getTime() - 3 * 3_600_000)

/** A process that has run nothing yet. */
const countOnce = () =>
  build()
    .jobs.find(({ name }) => name === 'count-alerts')
    ?.run(AbortSignal.timeout(10_000))

type NewAlerts = {
  kind?: ToldKind
  at?: Date
  posted?: SQL
  accepted?: SQL
  hasReceipts?: boolean
  delivered?: SQL
}

/** So many alerts, by their number `n` from 1 on. */
const insertAlerts = (count: number, alerts: NewAlerts) => {
  const at = sql`${(alerts.at ?? ONE_AM).toISOString()}::timestamptz`
  const after = (seconds: SQL | undefined) =>
    seconds ? sql`${at} + make_interval(secs => ${seconds})` : sql`null`
  return db.execute(sql`
    insert into alerts (id, event_id, subscription_id, ride_id, kind, observed_at, triggered_at, posted_at, accepted_at,
      has_receipts, delivered_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${alerts.kind ?? 'short-wait'}, ${at}, ${at},
      ${after(alerts.posted)}, ${after(alerts.accepted)}, ${alerts.hasReceipts ?? false}, ${after(alerts.delivered)}
    from generate_series(1, ${count}) n`)
}

async function counts() {
  const response = await app.inject('/counts')
  expect(response.headers['cache-control']).toBe('public, max-age=300')
  return alertCounts.parse(response.json())
}

test('200: a day has the figures that are computed by hand from its alerts', async () => {
  // From 1 to 100 seconds each once: half took at most 50, and 95 at most 95. Nine in ten of them arrived.
  await insertAlerts(100, {
    posted: sql`0`,
    accepted: sql`n`,
    hasReceipts: true,
    delivered: sql`case when n > 10 then n + 5 end`,
  })
  // By push alone, and of a wait that had been posted before: they have no time, and no receipt.
  await insertAlerts(20, { accepted: sql`7` })
  // News that a ride is probably done for today is no alert.
  await insertAlerts(7, { kind: 'probably-done', accepted: sql`3` })
  // No provider took these.
  await insertAlerts(5, { posted: sql`0`, hasReceipts: true })
  await countOnce()

  expect(await counts()).toMatchObject({
    firstDate: yesterday.date,
    lastDate: yesterday.date,
    alerts: 120,
    medianSeconds: 50,
    p95Seconds: 95,
    deliveredShare: 0.9,
    stillShortShare: null,
    days: [{ date: yesterday.date, alerts: 120, medianSeconds: 50, p95Seconds: 95 }],
  })
})

test('200: nine alerts are fewer than ten, and say no more', async () => {
  await insertAlerts(9, { posted: sql`0`, accepted: sql`n`, hasReceipts: true, delivered: sql`n` })
  await countOnce()
  expect(await counts()).toMatchObject({
    firstDate: yesterday.date,
    alerts: null,
    medianSeconds: null,
    p95Seconds: null,
    deliveredShare: null,
    days: [{ date: yesterday.date, alerts: null, medianSeconds: null, p95Seconds: null }],
  })
})

test('200: each counted day has figures of its own, the newest first', async () => {
  const twoDaysAgo = new Date(ONE_AM.getTime() - 24 * 3_600_000)
  await insertAlerts(100, { posted: sql`0`, accepted: sql`10` })
  await insertAlerts(300, { at: twoDaysAgo, posted: sql`0`, accepted: sql`40` })
  await countOnce()
  const { medianSeconds, days } = await counts()
  expect(medianSeconds).toBe(40)
  expect(days.map(({ alerts, p95Seconds }) => [alerts, p95Seconds])).toEqual([
    [100, 10],
    [300, 40],
  ])
})

test('200: before the first alert there is no counted day', async () => {
  expect(await counts()).toMatchObject({ firstDate: null, lastDate: null, countedAt: null, alerts: null })
  await countOnce()
  expect(await counts()).toMatchObject({ firstDate: null, lastDate: null, alerts: null })
})

test('alerts of a day that is not over are not counted', async () => {
  await insertAlerts(30, { at: today.startsAt, accepted: sql`1` })
  await countOnce()
  expect(await counts()).toMatchObject({ firstDate: null, alerts: null })
})

test('counts stay when the alerts are deleted', async () => {
  await insertAlerts(30, { accepted: sql`1` })
  await countOnce()
  await db.execute(sql`delete from alerts`)
  expect(await counts()).toMatchObject({ alerts: 30 })
})
