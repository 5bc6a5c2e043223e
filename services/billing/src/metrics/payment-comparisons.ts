import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { findComparedAt, listUnmatched } from '../db/payments/unmatched-payments.ts'

/** Longer than Stripe's answer about a payment takes that was found missing. */
const GRACE_MS = 2 * 60_000

/** Measures the comparison with Stripe's own list of payments. */
export function measureComparisons(db: Database, metrics: Metrics, now: () => Date): void {
  const unmatched = new Gauge({
    name: 'payments_unmatched',
    help: 'Payments that Stripe has and billing has not, two minutes after they were found',
    registers: [],
    async collect() {
      this.set((await listUnmatched(db, new Date(now().getTime() - GRACE_MS))).length)
    },
  })
  const age = new Gauge({
    name: 'payments_compared_age_seconds',
    help: 'Time since the payments that Stripe has were last compared with those of billing',
    registers: [],
    async collect() {
      const comparedAt = await findComparedAt(db)
      if (comparedAt === null) throw new Error('The payments were never compared')
      this.set((now().getTime() - comparedAt.getTime()) / 1_000)
    },
  })
  metrics.registerMetric(unmatched)
  metrics.registerMetric(age)
}
