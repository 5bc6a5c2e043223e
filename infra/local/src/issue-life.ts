import { stepsOfIssue } from '@walkon/contracts/life-steps'
import type { Sql } from 'postgres'
import { toLines, toPlainSteps } from './life-steps.ts'

type IssueRow = { createdAt: Date; sentAt: Date | null; queuedAt: Date | null }
type Outcome = { state: string; mails: number; lastAt: Date }

/** Lines that tell the life of a newsletter issue with the outcomes of its mails, empty if the id is none. */
export async function tellIssueLife(notifier: Sql, id: string): Promise<string[]> {
  const [issue] = await notifier<IssueRow[]>`
    select created_at as "createdAt", sent_at as "sentAt", queued_at as "queuedAt"
    from notifier.newsletter_issues where id = ${id}`
  if (!issue) return []
  const outcomes = await notifier<Outcome[]>`
    select state, count(*)::int as mails, max(updated_at) as "lastAt" from notifier.deliveries
    where source_id = ${id} group by state`
  return toLines([`issue ${id}`], toPlainSteps(stepsOfIssue({ ...issue, outcomes })))
}
