import type { Metrics } from '@walkon/service/metrics'
import { Counter, Gauge } from 'prom-client'
import type { CacheResult } from '../proxy/micro-cache.ts'

/** Responses to visitors: how many are shared, and how many viewers watch. */
export function createGatewayMetrics(metrics: Metrics, countStreams: () => number) {
  const cached = new Counter({
    name: 'gateway_cache_answers_total',
    help: 'Answers that may be shared, by where they came from',
    labelNames: ['result'],
    registers: [metrics],
  })
  const streams = new Gauge({
    name: 'gateway_live_streams',
    help: 'Live streams that visitors hold open',
    registers: [],
    collect() {
      this.set(countStreams())
    },
  })
  metrics.registerMetric(streams)

  return { cacheAnswered: (result: CacheResult) => cached.inc({ result }) }
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
