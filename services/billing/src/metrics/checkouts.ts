import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { CHECKOUT_STATUSES, countByStatus, countPaidWithoutPass } from '../db/checkout/checkouts.ts'
import { countInquiries } from '../db/payments/inquiries.ts'

/** Measures checkouts for an operator: payments that made no pass need a person. */
export function measureCheckouts(db: Database, metrics: Metrics): void {
  const checkouts = new Gauge({
    name: 'checkouts',
    help: 'Checkouts of the last 24 hours, and older ones that are still open, by status',
    labelNames: ['status'],
    registers: [],
    async collect() {
      const counts = await countByStatus(db)
      for (const status of CHECKOUT_STATUSES) this.set({ status }, counts.get(status) ?? 0)
    },
  })
  metrics.registerMetric(checkouts)
  const withoutPass = new Gauge({
    name: 'payments_without_pass',
    help: 'Payments that were taken, not given back, and made no pass',
    registers: [],
    async collect() {
      this.set(await countPaidWithoutPass(db))
    },
  })
  metrics.registerMetric(withoutPass)
  const inquiries = new Gauge({
    name: 'payment_inquiries',
    help: 'Payments about which the bank asks before it disputes them: a person answers at Stripe, or refunds',
    registers: [],
    async collect() {
      this.set(await countInquiries(db))
    },
  })
  metrics.registerMetric(inquiries)
}
