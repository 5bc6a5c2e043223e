import { countUnaccounted, type Ledger } from '@walkon/runtime/accounting'
import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { PUBLISHED } from '../db/published.ts'

/** Measures what was sold and is of no use yet, for an operator: its event or the answer to it is lost. */
export function measurePublished(db: Database, metrics: Metrics): void {
  const measure = (name: string, ledger: Ledger, words: string) =>
    metrics.registerMetric(
      new Gauge({
        name,
        help: `${words} Must be 0`,
        registers: [],
        async collect() {
          this.set(await countUnaccounted(db, ledger))
        },
      }),
    )
  measure(
    'passes_unaccounted',
    PUBLISHED.passes,
    'Passes published more than three minutes ago that alert-evaluator was not heard to have.',
  )
  measure(
    'plans_unaccounted',
    PUBLISHED.plans,
    'Plans whose coverage was published more than three minutes ago and that alert-evaluator was not heard to have.',
  )
  measure(
    'assist_days_unaccounted',
    PUBLISHED['assist-days'],
    'Lightning Lane Assist days published more than three minutes ago that planner was not heard to have.',
  )
}
