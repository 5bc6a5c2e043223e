import { describeCache } from './cache.contract.ts'
import { createMemoryCache } from './memory-cache.ts'

describeCache('the cache in memory', async () => {
  let now = Date.now()
  const cache = createMemoryCache(() => now)
  return {
    caches: [cache, cache],
    letExpire: async (_key, ttlSeconds) => {
      now += ttlSeconds * 1000
    },
  }
})
