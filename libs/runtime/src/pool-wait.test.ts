import { createMetrics } from '@walkon/service/metrics'
import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { measurePoolWait } from './pool-wait.ts'

async function aPoolOfOne() {
  const { url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
  onTestFinished(drop)
  const { db, close } = connectPostgres({ url, schema: 'shop', poolSize: 1, applicationName: 'shop' })
  onTestFinished(close)
  // Opening the connection is no wait for one.
  await db.$client`select 1`
  const metrics = createMetrics('shop')
  measurePoolWait(db, metrics)
  const seconds = async () => {
    const { values } = (await metrics.getSingleMetric('database_pool_wait_seconds')?.get()) ?? { values: [] }
    return Number(values[0]?.value)
  }
  return { db, seconds }
}

test('the wait for a connection grows from scrape to scrape while all are busy, and is over when one is free', async () => {
  const { db, seconds } = await aPoolOfOne()
  const idle = await seconds()
  const held = Promise.withResolvers<void>()
  const holding = db.transaction(() => held.promise)

  const first = await seconds()
  const second = await seconds()
  expect(first).toBeGreaterThan(idle)
  expect(second).toBeGreaterThan(first)

  held.resolve()
  await holding
  await expect.poll(seconds).toBeLessThan(first)
})
