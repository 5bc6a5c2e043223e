import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { countAlerts } from '../db/flight-alerts.ts'
import { findOverdue } from '../db/watched-trips.ts'

/** Gauges of alerts and of how late their checks are, the same in every replica. */
export function measureAlerts(db: Database, metrics: Metrics, now: () => Date): void {
  const alerts = new Gauge({
    name: 'flight_alerts',
    help: 'Active flight alerts: those that are watched, and those that wait for their address to be confirmed',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const { active, waiting } = await countAlerts(db)
      this.set({ state: 'active' }, active)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  const overdue = new Gauge({
    name: 'flight_check_most_overdue_seconds',
    help: 'How long the trip that waits longest for its daily check has been due',
    registers: [],
    async collect() {
      this.set((await findOverdue(db, now())).seconds)
    },
  })
  metrics.registerMetric(alerts)
  metrics.registerMetric(overdue)
}
