import { measureProviderEvents } from '@walkon/runtime/stored-provider-events'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { TextLimit } from '../limits/texts.ts'
import { measureIssues } from './newsletter-issues.ts'
import { measurePlanTexts } from './plan-texts.ts'
import { measureTextBudgets } from './text-budgets.ts'

/** Measures the tables of events, plans and issues, and the budgets of texts. */
export function measureTables(
  { db, metrics, now }: Pick<ServiceDeps, 'db' | 'metrics' | 'now'>,
  texts: TextLimit,
): void {
  measureTextBudgets(metrics, texts)
  measureProviderEvents(db, metrics)
  measurePlanTexts(db, metrics, now)
  measureIssues(db, metrics)
}
