import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockRate, pauseRate, sharedRates, spendRate, takeFromRate } from './shared-rates.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => void (await db.delete(sharedRates)))

/** Nothing comes back while a test runs. */
const RATE = { name: 'fares', burst: 6, perSecond: 0.00001 }

const takenOf = async (count: number, needed: number, rate = RATE) => {
  const waits = await Promise.all(Array.from({ length: count }, () => takeFromRate(db, rate, needed)))
  return waits.filter((wait) => wait === null).length
}
const pass = (seconds: number) =>
  db.execute(sql`
    update shared_rates set filled_at = filled_at - make_interval(secs => ${seconds}),
      paused_until = paused_until - make_interval(secs => ${seconds})`)

test('calls that are taken at the same moment by all processes are no more than the burst', async () => {
  expect(await takenOf(20, 1)).toBe(6)
})

test('who needs more than one call leaves the rest to who needs one', async () => {
  expect(await takenOf(20, 3)).toBe(4)
  expect(await takenOf(20, 1)).toBe(2)
})

test('calls come back with the rate, and no more than the burst', async () => {
  const rate = { ...RATE, perSecond: 0.01 }
  await takenOf(6, 1, rate)
  await pass(200)
  expect(await takenOf(20, 1, rate)).toBe(2)
  await pass(86_400)
  expect(await takenOf(20, 1, rate)).toBe(6)
})

test('a pause holds until it is over, and a shorter one does not end it', async () => {
  await pauseRate(db, RATE, 60_000)
  await pauseRate(db, RATE, 1_000)
  const wait = Number(await takeFromRate(db, RATE, 1))
  expect(wait).toBeGreaterThan(1_000)
  expect(wait).toBeLessThanOrEqual(60_000)
  await pass(60)
  expect(await takeFromRate(db, RATE, 1)).toBeNull()
})

test('what was locked and not spent stays in the bucket', async () => {
  await db.transaction((tx) => lockRate(tx, RATE))
  await db.transaction(async (tx) => spendRate(tx, RATE, 4))
  expect(await takenOf(20, 1)).toBe(2)
})

test('rates of other names have buckets of their own', async () => {
  await takenOf(6, 1)
  expect(await takeFromRate(db, { ...RATE, name: 'texts' }, 1)).toBeNull()
})
