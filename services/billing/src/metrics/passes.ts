import { countUnaccounted } from '@walkon/runtime/accounting'
import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { PUBLISHED_PASSES } from '../db/passes/published-passes.ts'

/** Measures passes without alerts for an operator: `PassActivated` or its answer is lost. */
export function measurePasses(db: Database, metrics: Metrics): void {
  const unaccounted = new Gauge({
    name: 'passes_unaccounted',
    help: 'Passes published more than three minutes ago that alert-evaluator was not heard to have. Must be 0',
    registers: [],
    async collect() {
      this.set(await countUnaccounted(db, PUBLISHED_PASSES))
    },
  })
  metrics.registerMetric(unaccounted)
}
