import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { addItem, db, item, rate, runJob } = service

test('counters that are not what the ratings say are mended, and counted as a fault', async () => {
  const [wrong, right, empty] = [await addItem(), await addItem(), await addItem()]
  await rate(someone(), wrong, { stars: 2 })
  await rate(someone(), right, { stars: 5 })
  await db.execute(sql`update items set two_stars = 7, five_stars = 1 where id in (${wrong}, ${empty})`)
  await runJob('recount-stars')

  expect(await item(wrong)).toMatchObject({ ratingCount: 1, average: 2, starCounts: [0, 1, 0, 0, 0] })
  expect(await item(right)).toMatchObject({ ratingCount: 1, average: 5 })
  expect(await item(empty)).toMatchObject({ ratingCount: 0, average: null })
  expect(await service.metrics.metrics()).toContain('miscounted_items_total{service="rankings"} 2')
})
