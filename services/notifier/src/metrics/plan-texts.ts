import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { countSpentMonths } from '../db/plans/plan-text-months.ts'
import { toTextMonth } from '../domain/text-month.ts'

/** Shows an operator whether the texts of plans are too few. */
export function measurePlanTexts(db: Database, registry: Metrics, now: () => Date): void {
  const spent: Gauge = new Gauge({
    name: 'plan_text_months_spent',
    help: 'Plans whose texts of this month are used up; their alerts go by email until the next month',
    registers: [registry],
    collect: async () => spent.set(await countSpentMonths(db, toTextMonth(now()).month)),
  })
}
