import type { Transaction } from '@walkon/service/database'
import type { Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
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

const { db, hear, hearIn, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(3)
  await hear([catalogOf(park)])
})

describe('a poll that may alert no watch', () => {
  const scheduled = [{ date: '2026-07-02', startsAt: at(60), endsAt: at(90) }]

  test('a poll reads no watch that cools down, has a lower threshold or a later window', async () => {
    await hear(Array.from({ length: 30 }, () => aPass(park)))
    await hear([aReading(park, 10)])
    await hear(Array.from({ length: 30 }, () => aPass(park, { windows: scheduled })))

    expect(await watchesReadBy([aPoll(park, [10, 16])])).toBe(0)
  })

  test('a poll that may alert no watch reads none, even when the statistics promise many', async () => {
    await hear(Array.from({ length: 30 }, () => aPass(park, { windows: scheduled })))
    await passTime(61)
    await db.execute(sql`analyze watches`)
    await passTime(-61)

    expect(await watchesReadBy([aReading(park, 10)])).toBe(0)
  })

  test.for([
    ['limits in minutes, where the wait is short for the ride', 30, false],
    ['limits that fit the ride, where the wait is not short for it', 5, true],
  ] as const)('a poll reads no watch of %s', async ([, limitMinutes, fitted]) => {
    await hear(Array.from({ length: 300 }, () => aPass(park)))
    await db.execute(sql`update watches set ready = true, threshold_minutes = 5, fitted = ${fitted}`)
    await db.execute(sql`
      insert into ride_limits
      select id, array_fill(${limitMinutes}::smallint, array[24]), array_fill(${limitMinutes}::smallint, array[24]), now()
      from attractions`)

    expect(await watchesReadBy([aPoll(park, [10, 10, 10])])).toBe(0)
    await db.execute(sql`vacuum analyze watches`)
    expect(await watchesReadBy([aPoll(park, [10, 10, 10])])).toBe(0)
  })
})

async function watchesReadBy(poll: Heard[]): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await readsOfWatches(tx)
    for (const reading of poll) await hearIn(tx, reading)
    return (await readsOfWatches(tx)) - before
  })
}

/** Rows of the table that this connection has read, by scan and by index. */
async function readsOfWatches(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ reads: number }>(sql`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as reads
    from pg_stat_xact_user_tables where relname = 'watches'`)
  return row?.reads ?? 0
}
