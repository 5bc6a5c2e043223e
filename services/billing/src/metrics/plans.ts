import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { countErasedPlans, countPlansByState } from '../db/plans/plans.ts'

/** Measures plans by state, and subscriptions that outlive their account. */
export function measurePlans(db: Database, metrics: Metrics): void {
  const plans = new Gauge({
    name: 'plans',
    help: 'Unlimited plans that have not ended, by state',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const counts = await countPlansByState(db)
      for (const state of ['opening', 'active', 'past-due'] as const)
        this.set({ state }, counts.get(state) ?? 0)
    },
  })
  metrics.registerMetric(plans)
  const unended = new Gauge({
    name: 'erased_plans_not_ended',
    help: 'Plans of deleted accounts that Stripe has not ended yet',
    registers: [],
    async collect() {
      this.set(await countErasedPlans(db))
    },
  })
  metrics.registerMetric(unended)
}
