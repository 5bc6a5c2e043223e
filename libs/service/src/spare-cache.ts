import type { Cache } from './cache.ts'
import { createMemoryCache } from './memory-cache.ts'

/** A shared cache that failed is not asked again for so long: one that hangs would delay each caller by its time-out. */
const REST_MS = 5_000

/** Uses the shared cache, and this process's own while the shared one is away. */
export type SpareCache = <Result>(use: (cache: Cache) => Promise<Result>) => Promise<Result>

export function createSpareCache(shared: Cache, now: () => Date): SpareCache {
  const own = createMemoryCache(() => now().getTime())
  let restsUntil = 0
  return async (use) => {
    if (now().getTime() < restsUntil) return use(own)
    try {
      return await use(shared)
    } catch {
      restsUntil = now().getTime() + REST_MS
      return use(own)
    }
  }
}
