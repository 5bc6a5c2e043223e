import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestRankings } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { addItem, db, list, runJob } = service

test('an item that an earlier release stored is found by its name once its name is folded', async () => {
  const itemId = await addItem('Remy’s Adventure')
  await db.execute(sql`update items set folded_name = null where id = ${itemId}`)
  await runJob('fold-names')

  expect((await list({ search: "remy's" })).items.map((item) => item.itemId)).toEqual([itemId])
})
