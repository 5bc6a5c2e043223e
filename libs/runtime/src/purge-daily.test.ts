import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { purgeDaily, retentionDays, type Purge } from './purge-daily.ts'
import { scheduledRuns } from './scheduled-jobs.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const log = createLog({ service: 'shop', level: 'silent' })
afterAll(drop)
beforeEach(() => db.delete(scheduledRuns))

/** A table of so many old rows, and the batches that were deleted of it. */
function aTable(name: string, rows: number) {
  const batches: number[] = []
  const purge: Purge = {
    tables: [name],
    deleteBatch: async (limit) => {
      const deleted = Math.min(limit, rows)
      rows -= deleted
      batches.push(deleted)
      return { [name]: deleted }
    },
  }
  return { purge, batches }
}

function aProcess(...purges: Purge[]) {
  const metrics = createMetrics('shop')
  const job = purgeDaily({ db, now: () => new Date('2026-07-14T12:00:00Z'), metrics, log }, purges)
  return { metrics, run: (signal = new AbortController().signal) => job.run(signal) }
}

test('rows are purged batch after batch until none is left, table after table, and counted', async () => {
  const [carts, visits] = [aTable('carts', 2_500), aTable('visits', 3)]
  const { metrics, run } = aProcess(carts.purge, visits.purge)
  await run()
  expect(carts.batches).toEqual([1_000, 1_000, 500, 0])
  expect(visits.batches).toEqual([3, 0])
  expect(await metrics.metrics()).toContain('purged_rows_total{table="carts",service="shop"} 2500')
  expect(await metrics.metrics()).toContain('purged_rows_total{table="visits",service="shop"} 3')
})

test('the count of a table is there before anything was purged of it', async () => {
  const { metrics } = aProcess(aTable('carts', 0).purge)
  expect(await metrics.metrics()).toContain('purged_rows_total{table="carts",service="shop"} 0')
})

test('a process that stops ends between two batches, and the next one goes on', async () => {
  const stopping = new AbortController()
  const carts = aTable('carts', 5_000)
  const stopped: Purge = {
    ...carts.purge,
    deleteBatch: async (limit) => {
      stopping.abort()
      return carts.purge.deleteBatch(limit)
    },
  }
  await expect(aProcess(stopped).run(stopping.signal)).rejects.toThrow('abort')
  expect(carts.batches).toEqual([1_000])

  await aProcess(carts.purge).run()
  expect(carts.batches.reduce((sum, batch) => sum + batch, 0)).toBe(5_000)
})

test('a retention within which an event may come again is refused', () => {
  expect(retentionDays.safeParse('8').success).toBe(false)
  expect(retentionDays.parse('9')).toBe(9)
})
