import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { countOrdersByStatus, ORDER_STATUSES } from '../db/checkout/orders.ts'

const DAY_MS = 24 * 3_600_000

/** Counts orders when the metrics are read, so the counts are right after a restart and in every replica. */
export function measureOrders(db: Database, metrics: Metrics, now: () => Date): void {
  const orders = new Gauge({
    name: 'orders',
    help: 'Orders of the last 24 hours, by status',
    labelNames: ['status'],
    registers: [],
    async collect() {
      const counts = await countOrdersByStatus(db, new Date(now().getTime() - DAY_MS))
      for (const status of ORDER_STATUSES) this.set({ status }, counts.get(status) ?? 0)
    },
  })
  metrics.registerMetric(orders)
}
