import type { Cache } from '@walkon/service/cache'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'

/** How many there are in this window, and for how many milliseconds it lasts, by the names of the rate limit's plugin. */
export type RequestCount = { current: number; ttl: number }

/** Counts one more under a key, in windows of the clock: the replicas of a gateway share them. */
export type CountRequest = (key: string, windowMs: number) => Promise<RequestCount>

export type RequestCountsDeps = {
  /** The cache in which all replicas count. Without it there is one replica, which counts for itself. */
  shared?: Cache
  log: Log
  metrics: Metrics
  now: () => number
}

/** Keys that are remembered in this process; beyond it, those counted longest ago are forgotten. */
const MOST_KEYS = 50_000
/** A shared cache that failed is not asked again for so long: one that hangs would delay each request. */
const PAUSE_MS = 5_000

/** While the shared cache is away each replica counts for itself, rather than not at all. */
export function createRequestCounts({ shared, log, metrics, now }: RequestCountsDeps): CountRequest {
  const countHere = createOwnCounts(MOST_KEYS)
  if (!shared) return async (key, windowMs) => withWindow(key, windowMs, now(), countHere)

  measureReachable(shared, metrics)
  let pausedUntil = 0
  let isAway = false

  async function countShared(cache: Cache, key: string, windowMs: number): Promise<number> {
    if (now() < pausedUntil) return countHere(key)
    try {
      const count = await cache.increment(key, Math.ceil(windowMs / 1000))
      if (isAway) log.info('requests are counted by all replicas together again')
      isAway = false
      return count
    } catch (error) {
      pausedUntil = now() + PAUSE_MS
      if (!isAway) log.warn({ err: error }, 'requests are counted by this replica alone')
      isAway = true
      return countHere(key)
    }
  }

  return async (key, windowMs) =>
    withWindow(key, windowMs, now(), (windowKey) => countShared(shared, windowKey, windowMs))
}

async function withWindow(
  key: string,
  windowMs: number,
  nowMs: number,
  count: (windowKey: string) => number | Promise<number>,
): Promise<RequestCount> {
  const window = Math.floor(nowMs / windowMs)
  return { current: await count(`requests:${key}:${window}`), ttl: (window + 1) * windowMs - nowMs }
}

function createOwnCounts(mostKeys: number): (windowKey: string) => number {
  const counts = new Map<string, number>()
  return (windowKey) => {
    const count = (counts.get(windowKey) ?? 0) + 1
    counts.delete(windowKey)
    counts.set(windowKey, count)
    const [oldest] = counts.keys()
    if (counts.size > mostKeys && oldest !== undefined) counts.delete(oldest)
    return count
  }
}

function measureReachable(shared: Cache, metrics: Metrics): void {
  const up = new Gauge({
    name: 'dependency_up',
    help: '1 while what the gateway stands on answers, 0 while it does not',
    labelNames: ['dependency'],
    registers: [],
    collect() {
      up.set({ dependency: 'redis' }, shared.fault() === null ? 1 : 0)
    },
  })
  metrics.registerMetric(up)
}
