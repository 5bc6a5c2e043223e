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
  type TestPark,
} from '../testing/evaluator.ts'

const { db, hear, runJob, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
  await hear([aPass(park)])
  // The first check says from when on alerts are checked.
  await runJob('check-alerts')
  await db.execute(sql`update short_checks set checked_until = now() - interval '11 minutes'`)
})

const checked = async () => {
  const [row] = await db.execute<{ checked: number; short: number }>(sql`
    select coalesce(sum(checked_again), 0)::int as checked, coalesce(sum(still_short), 0)::int as short from alert_days`)
  return row
}

test('ten minutes after an alert its ride is still short if its posted wait is at or below the limit', async () => {
  await hear([aPoll(park, [15, 10])])
  await passTime(10.5)
  await hear([aPoll(park, [15, 16])])
  await runJob('check-alerts')
  expect(await checked()).toEqual({ checked: 2, short: 1 })
})

test('an alert is checked once', async () => {
  await hear([aReading(park, 5)])
  await passTime(10.5)
  await hear([aReading(park, 5)])
  await runJob('check-alerts')
  await runJob('check-alerts')
  expect(await checked()).toEqual({ checked: 1, short: 1 })
})

test('an alert is left out if its park has not been read since', async () => {
  await hear([aReading(park, 5)])
  await passTime(10.5)
  await runJob('check-alerts')
  expect(await checked()).toEqual({ checked: 0, short: 0 })
})

test('an alert of a wait that has just been posted knows when; of one that stood before its watch began it does not', async () => {
  const postedAt = at(-2)
  await hear([aPoll(park, [{ waitMinutes: 5, changedAt: postedAt }, 40])])
  await hear([aPass(park)])
  await hear([aPoll(park, [{ waitMinutes: 5, changedAt: postedAt }, 40])])
  const rows = await db.execute<{ isKnown: boolean; limit: number }>(sql`
    select posted_at is not null as "isKnown", limit_minutes as limit from alerts order by triggered_at`)
  expect([...rows]).toEqual([
    { isKnown: true, limit: 15 },
    { isKnown: false, limit: 15 },
  ])
})
