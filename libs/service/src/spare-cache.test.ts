import { expect, test } from 'vitest'
import { createMemoryCache } from './memory-cache.ts'
import { createSpareCache } from './spare-cache.ts'

test('a shared cache that fails is left alone for five seconds, in which the process counts by itself', async () => {
  const clock = { ms: 0 }
  const asked: number[] = []
  const memory = createMemoryCache(() => clock.ms)
  const shared = {
    ...memory,
    increment: async (key: string, ttlSeconds: number) => {
      asked.push(clock.ms)
      if (clock.ms < 5_000) throw new Error('Redis did not answer')
      return memory.increment(key, ttlSeconds)
    },
  }
  const spare = createSpareCache(shared, () => new Date(clock.ms))
  const count = () => spare((cache) => cache.increment('texts', 60))

  expect([await count(), await count(), await count()]).toEqual([1, 2, 3])
  expect(asked).toEqual([0])

  clock.ms = 5_000
  expect(await count()).toBe(1)
  expect(asked).toEqual([0, 5_000])
})
