import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { findOverdueSeconds } from '../db/restaurants/table-checks.ts'

/** The gauge of how late looks at restaurants are, the same in every replica. */
export function measureChecks(db: Database, metrics: Metrics, now: () => Date): void {
  const overdue = new Gauge({
    name: 'table_check_most_overdue_seconds',
    help: 'How long the day of a restaurant that waits longest for its look has been due',
    registers: [],
    async collect() {
      this.set(await findOverdueSeconds(db, now()))
    },
  })
  metrics.registerMetric(overdue)
}
