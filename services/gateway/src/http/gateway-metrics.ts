import type { Metrics } from '@walkon/service/metrics'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { CacheResult } from '../proxy/micro-cache.ts'

/** What visitors get from us: how fast, how much of it shared, how many watch. */
export function createGatewayMetrics(metrics: Metrics, countStreams: () => number) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  })
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

  return {
    cacheAnswered: (result: CacheResult) => cached.inc({ result }),
    measure: (app: FastifyInstance) => {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none'
        duration.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        )
        done()
      })
    },
  }
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
