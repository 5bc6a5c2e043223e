import type { Cache } from '@walkon/service/cache'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { expect, test } from 'vitest'
import { createRequestCounts } from './request-counts.ts'

const MINUTE_MS = 60_000

function createReplica(shared: Cache, clock = { nowMs: 0 }) {
  const count = createRequestCounts({
    shared,
    log: createLog({ service: 'gateway', level: 'silent' }),
    metrics: createMetrics('gateway'),
    now: () => clock.nowMs,
  })
  return async () => (await count('requests:203.0.113.9', MINUTE_MS)).current
}

/** A shared cache that can be taken away; `asked` counts the commands. */
function createUnreliableCache() {
  const cache = createMemoryCache()
  const state = { isAway: false, asked: 0 }
  const increment: Cache['increment'] = async (key, ttlSeconds) => {
    state.asked++
    if (state.isAway) throw new Error('Connection is closed.')
    return cache.increment(key, ttlSeconds)
  }
  return { state, cache: { ...cache, increment } }
}

test('replicas of the gateway count the requests of a client together', async () => {
  const { cache } = createUnreliableCache()
  const [first, second] = [createReplica(cache), createReplica(cache)]

  expect([await first(), await second(), await first()]).toEqual([1, 2, 3])
})

test('a count of requests begins again with each window, and says how much of it is left', async () => {
  const clock = { nowMs: 90_000 }
  const count = createRequestCounts({
    log: createLog({ service: 'gateway', level: 'silent' }),
    metrics: createMetrics('gateway'),
    now: () => clock.nowMs,
  })

  expect(await count('a', MINUTE_MS)).toEqual({ current: 1, ttl: 30_000 })
  expect(await count('a', MINUTE_MS)).toEqual({ current: 2, ttl: 30_000 })
  clock.nowMs = 120_000
  expect(await count('a', MINUTE_MS)).toEqual({ current: 1, ttl: 60_000 })
})

test('while Redis is away a replica counts for itself, and asks Redis once in five seconds', async () => {
  const { cache, state } = createUnreliableCache()
  const clock = { nowMs: 0 }
  const countOne = createReplica(cache, clock)
  state.isAway = true

  expect([await countOne(), await countOne(), await countOne()]).toEqual([1, 2, 3])
  expect(state.asked).toBe(1)

  state.isAway = false
  clock.nowMs = 5_000
  expect(await countOne()).toBe(1)
  expect(state.asked).toBe(2)
})
