import { beforeEach, expect, test } from 'vitest'
import { createAttemptLimit, type Allowance } from './attempt-limit.ts'
import type { Cache } from './cache.ts'
import { createMemoryCache } from './memory-cache.ts'

const ALLOWANCE: Allowance = { limit: 3, windowSeconds: 60 }
/** The beginning of a window. */
const START = Date.UTC(2026, 3, 12, 10, 0, 0)

let now: number
let cache: Cache
const clock = () => new Date(now)
beforeEach(() => {
  now = START
  cache = createMemoryCache(() => now)
})

const spendAll = async (limit: ReturnType<typeof createAttemptLimit>, key: string) => {
  for (let tries = 0; tries < ALLOWANCE.limit; tries++) await limit.spend(key, ALLOWANCE)
}

test('as many tries as the limit says are allowed, and the next waits for the end of the window', async () => {
  const limit = createAttemptLimit(cache, clock)
  now = START + 12_500

  const waits = []
  for (let tries = 0; tries < 4; tries++) waits.push(await limit.spend('a', ALLOWANCE))

  expect(waits).toEqual([null, null, null, 48])
})

test('in the next window all tries are allowed again', async () => {
  const limit = createAttemptLimit(cache, clock)
  await spendAll(limit, 'a')
  now = START + 59_999
  expect(await limit.spend('a', ALLOWANCE)).toBe(1)

  now = START + 60_000

  expect(await limit.spend('a', ALLOWANCE)).toBeNull()
})

test('tries that come at once are counted each', async () => {
  const limit = createAttemptLimit(cache, clock)

  const waits = await Promise.all(Array.from({ length: 10 }, () => limit.spend('a', ALLOWANCE)))

  expect(waits.filter((wait) => wait === null)).toHaveLength(3)
})

test('each key is counted by itself', async () => {
  const limit = createAttemptLimit(cache, clock)
  await spendAll(limit, 'a')

  expect(await limit.spend('b', ALLOWANCE)).toBeNull()
})

test('two processes with one cache count together', async () => {
  await spendAll(createAttemptLimit(cache, clock), 'a')

  expect(await createAttemptLimit(cache, clock).spend('a', ALLOWANCE)).toBe(60)
})

test('a check says what the next try would be told, and costs none', async () => {
  const limit = createAttemptLimit(cache, clock)
  await limit.spend('a', ALLOWANCE)
  await limit.spend('a', ALLOWANCE)
  expect([await limit.check('a', ALLOWANCE), await limit.check('a', ALLOWANCE)]).toEqual([null, null])

  await limit.spend('a', ALLOWANCE)

  expect(await limit.check('a', ALLOWANCE)).toBe(60)
})

test('a restored key has all its tries again', async () => {
  const limit = createAttemptLimit(cache, clock)
  await spendAll(limit, 'a')

  await limit.restore('a', ALLOWANCE)

  expect(await limit.spend('a', ALLOWANCE)).toBeNull()
})

test('while the cache is away the process counts by itself, rather than not at all', async () => {
  const away = async () => Promise.reject(new Error('Redis is away'))
  const limit = createAttemptLimit({ ...cache, get: away, increment: away, delete: away }, clock)
  await spendAll(limit, 'a')

  expect(await limit.spend('a', ALLOWANCE)).toBe(60)
  expect(await limit.check('a', ALLOWANCE)).toBe(60)
  await limit.restore('a', ALLOWANCE)
  expect(await limit.spend('a', ALLOWANCE)).toBeNull()
})

test('the tries that are left fall with each try to none, and are all there in the next window', async () => {
  const limit = createAttemptLimit(cache, clock)
  const left = [await limit.left('a', ALLOWANCE)]
  for (let tries = 0; tries < 4; tries++) {
    await limit.spend('a', ALLOWANCE)
    left.push(await limit.left('a', ALLOWANCE))
  }
  now = START + 60_000

  expect([...left, await limit.left('a', ALLOWANCE)]).toEqual([3, 2, 1, 0, 0, 3])
})
