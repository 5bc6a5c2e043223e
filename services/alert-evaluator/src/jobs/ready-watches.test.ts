import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aPark, aPass, at, catalogOf, createTestEvaluator } from '../testing/evaluator.ts'

const { close, db, hear, passTime, runJob } = await createTestEvaluator()
afterAll(close)

test('ready-watches finds the watches whose window has opened', async () => {
  const park = aPark(2)
  await hear([catalogOf(park)])
  await hear([aPass(park, { windows: [{ date: '2026-07-01', startsAt: at(10), endsAt: at(90) }] })])
  const ready = async () => (await db.execute(sql`select from watches where ready`)).length
  expect(await ready()).toBe(0)

  await passTime(11)
  await runJob('ready-watches')

  expect(await ready()).toBe(2)
})
