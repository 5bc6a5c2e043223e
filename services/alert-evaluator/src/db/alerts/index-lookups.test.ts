import type { Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aPark, aPass, at, catalogOf, createTestEvaluator, type TestPark } from '../../testing/evaluator.ts'
import { claimAndAnnounce } from './claims.ts'
import { readyRestedWatches } from './matching.ts'

const { db, hear, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

const VISITORS = 100

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(3)
  await hear([catalogOf(park)])
})

/** Rows of watches that this transaction has read by scanning the table. */
async function rowsScanned(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ rows: number }>(sql`
    select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'watches'`)
  return row?.rows ?? Number.NaN
}

const ofVisitors = (window: { startsAt: string; endsAt: string }) =>
  Array.from({ length: VISITORS }, () => aPass(park, { windows: [{ date: '2026-07-01', ...window }] }))

test('a claim looks its watches up by their keys, also where reading the whole table seems cheaper', async () => {
  await hear(ofVisitors({ startsAt: at(-60), endsAt: at(60) }))
  await db.execute(sql`vacuum analyze watches`)
  const subscriptions = await db.execute<{ id: string }>(sql`select id from subscriptions`)
  const reading = {
    kind: 'short-wait' as const,
    rideId: park.attractions[0]?.rideId ?? '',
    rideName: 'The Matterhorn',
    waitMinutes: 5,
    observedAt: at(0),
    changedAt: null,
    usualMinutes: null,
    fittedMinutes: 15,
    aboveAt: [],
    medianMinutes: null,
    isNewlyPosted: true,
    isFitted: false,
    popularity: undefined,
    traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
  }
  const candidates = subscriptions.map(({ id }) => ({
    subscriptionId: id,
    alertId: randomUUID(),
    reading: 0,
  }))

  await db.transaction(async (tx) => {
    const before = await rowsScanned(tx)

    expect(await claimAndAnnounce(tx, candidates, [reading], 60)).toBe(VISITORS)
    expect(await rowsScanned(tx)).toBe(before)
  })
})

test('watches whose time has come are marked by their keys, also where reading the whole table seems cheaper', async () => {
  await hear(ofVisitors({ startsAt: at(10), endsAt: at(60) }))
  await passTime(11)
  await db.execute(sql`vacuum analyze watches`)

  await db.transaction(async (tx) => {
    const before = await rowsScanned(tx)

    expect(await readyRestedWatches(tx, VISITORS)).toBe(VISITORS)
    expect(await rowsScanned(tx)).toBe(before)
  })
})
