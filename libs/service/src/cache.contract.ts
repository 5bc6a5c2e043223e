import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Cache } from './cache.ts'

/** An adapter of the cache, as the contract is tested against it. */
export type CacheUnderTest = {
  /** Two processes' ways to the same cache. */
  caches: [Cache, Cache]
  /** Lets that much time pass for a key, which must be what is left to it. */
  letExpire(key: string, ttlSeconds: number): Promise<void>
}

/** The contract of both adapters of the cache. */
export function describeCache(name: string, create: () => Promise<CacheUnderTest>): void {
  describe(name, () => {
    let cache: Cache
    let other: Cache
    let letExpire: CacheUnderTest['letExpire']
    beforeAll(async () => {
      const created = await create()
      cache = created.caches[0]
      other = created.caches[1]
      letExpire = created.letExpire
    })

    test('what was never set is null', async () => {
      expect(await cache.get(aKey())).toBeNull()
    })

    test('a value is read by every process until it is deleted', async () => {
      const key = aKey()
      await cache.set(key, 'first', 60)
      await cache.set(key, 'é "2"', 60)
      expect(await other.get(key)).toBe('é "2"')

      await other.delete(key)

      expect(await cache.get(key)).toBeNull()
    })

    test('a value is forgotten when its time is over', async () => {
      const key = aKey()
      await cache.set(key, 'short', 30)

      await letExpire(key, 30)

      expect(await cache.get(key)).toBeNull()
    })

    test('a count goes up by one for all, and starts again when the time of its first is over', async () => {
      const key = aKey()
      expect(await cache.increment(key, 60)).toBe(1)
      expect(await other.increment(key, 3_600)).toBe(2)

      await letExpire(key, 60)

      expect(await cache.increment(key, 60)).toBe(1)
    })

    test('a free key is claimed, and a second claim learns which value holds it', async () => {
      const key = aKey()

      expect(await cache.claim([{ key, value: 'mine' }], 60)).toEqual([null])
      expect(await other.claim([{ key, value: 'theirs' }], 60)).toEqual(['mine'])
      expect(await other.get(key)).toBe('mine')
    })

    test('a claim made again with its own value is held, so that work cut off after it can be repeated', async () => {
      const key = aKey()
      await cache.claim([{ key, value: 'mine' }], 60)

      expect(await other.claim([{ key, value: 'mine' }], 60)).toEqual([null])
    })

    test('a claim made again is not held for longer', async () => {
      const key = aKey()
      await cache.claim([{ key, value: 'mine' }], 60)
      await cache.claim([{ key, value: 'mine' }], 3_600)

      await letExpire(key, 60)

      expect(await cache.claim([{ key, value: 'theirs' }], 60)).toEqual([null])
    })

    test('claims are answered in order, and the first of two for one key wins', async () => {
      const [held, free] = [aKey(), aKey()]
      await cache.claim([{ key: held, value: 'theirs' }], 60)

      const answers = await cache.claim(
        [
          { key: free, value: 'first' },
          { key: held, value: 'mine' },
          { key: free, value: 'second' },
        ],
        60,
      )

      expect(answers).toEqual([null, 'theirs', 'first'])
      expect(await cache.claim([], 60)).toEqual([])
    })

    test('of many who claim at once one wins', async () => {
      const key = aKey()
      const claims = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? cache : other).claim([{ key, value: String(index) }], 60),
      )

      const answers = (await Promise.all(claims)).flat()
      expect(answers.filter((holder) => holder === null)).toHaveLength(1)
      expect(new Set(answers.filter((holder) => holder !== null)).size).toBe(1)
    })

    test('only what is still held with its own value is given back', async () => {
      const [mine, theirs] = [aKey(), aKey()]
      await cache.claim([{ key: mine, value: 'mine' }], 60)
      await cache.claim([{ key: theirs, value: 'theirs' }], 60)

      await cache.release([
        { key: mine, value: 'mine' },
        { key: theirs, value: 'mine' },
        { key: aKey(), value: 'mine' },
      ])
      await cache.release([])

      expect(await other.get(mine)).toBeNull()
      expect(await other.get(theirs)).toBe('theirs')
    })

    test('a message reaches every subscriber of its channel, and none that has unsubscribed', async () => {
      const channel = aKey()
      const [first, second, stopped] = [vi.fn(), vi.fn(), vi.fn()]
      const stop = await cache.subscribe(channel, stopped)
      await cache.subscribe(channel, first)
      await other.subscribe(channel, second)
      await stop()

      await other.publish(channel, 'hello')
      await other.publish(aKey(), 'not for them')

      await vi.waitFor(() =>
        expect([first.mock.calls, second.mock.calls]).toEqual([[['hello']], [['hello']]]),
      )
      expect(stopped).not.toHaveBeenCalled()
    })

    test('a cache says that it is reachable', () => {
      expect(cache.fault()).toBeNull()
    })
  })
}

const aKey = () => `test:${randomUUID()}`
