import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { countSearches } from '../db/search-days.ts'

/** Gauges of spent searches, read from the database, so that they are the same in every replica. */
export function measureSearches(
  db: Database,
  metrics: Metrics,
  { cap, now }: { cap: number; now: () => Date },
): void {
  const spent = new Gauge({
    name: 'flight_searches_today',
    help: 'Searches bought of the provider of fares since midnight UTC, by who asked',
    labelNames: ['buyer'],
    registers: [],
    async collect() {
      const { visitor, check } = await countSearches(db, now())
      this.set({ buyer: 'visitor' }, visitor)
      this.set({ buyer: 'check' }, check)
    },
  })
  const allowed = new Gauge({
    name: 'flight_searches_per_day',
    help: 'The most searches that are bought of the provider of fares in a day',
    registers: [],
  })
  allowed.set(cap)
  metrics.registerMetric(spent)
  metrics.registerMetric(allowed)
}
