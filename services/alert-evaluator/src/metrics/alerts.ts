import { countUnaccounted } from '@walkon/runtime/accounting'
import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Counter, Gauge } from 'prom-client'
import { ALERTS } from '../db/alerts/accounting.ts'
import type { Verdict } from '../domain/reading-verdict.ts'

export type Suppression = Exclude<Verdict, 'may-alert' | 'no-news'> | 'cooldown' | 'lost-claim'

export type AlertMetrics = ReturnType<typeof createAlertMetrics>

export function createAlertMetrics(db: Database, registry: Metrics) {
  const triggered = new Counter({
    name: 'alerts_triggered_total',
    help: 'Alerts made',
    registers: [registry],
  })
  const suppressed = new Counter({
    name: 'alerts_suppressed_total',
    help: 'Readings that a guard held back, and watches that the cache knew to cool down or another evaluator claimed first',
    labelNames: ['reason'],
    registers: [registry],
  })
  const unaccounted = new Gauge({
    name: 'alerts_unaccounted',
    help: 'Alerts older than three minutes without an end state. Must be 0',
    registers: [],
    async collect() {
      this.set(await countUnaccounted(db, ALERTS))
    },
  })
  registry.registerMetric(unaccounted)
  return {
    countTriggered: (alerts: number) => triggered.inc(alerts),
    countSuppressed: (reason: Suppression, count: number) => suppressed.inc({ reason }, count),
  }
}
