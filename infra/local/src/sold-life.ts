import { stepsOfAssistDay, stepsOfPlan } from '@walkon/contracts/life-steps'
import type { Sql } from 'postgres'
import { toLines, toPlainSteps } from './life-steps.ts'
import { listPublications, toUnanswered, type PublishedTable } from './publication-rows.ts'

/** The steps of a plan and of a day of Lightning Lane Assist as billing's tables have them. No address is read. */

type PlanRow = { state: string; coveredUntil: Date | null; createdAt: Date; endedAt: Date | null }
type AssistDayRow = { state: string; startsAt: Date | null; endsAt: Date | null; createdAt: Date }

/** Lines that tell the life of a plan or of an assist day by its id, empty if the id is of none. */
export async function tellSoldLife(billing: Sql, id: string): Promise<string[]> {
  return [...(await tellPlan(billing, id)), ...(await tellAssistDay(billing, id))]
}

async function tellPlan(billing: Sql, id: string): Promise<string[]> {
  const [plan] = await billing<PlanRow[]>`
    select state, covered_until as "coveredUntil", created_at as "createdAt", ended_at as "endedAt"
    from billing.plans where id = ${id}`
  if (!plan) return []
  const payments = await billing<{ paidAt: Date }[]>`
    select paid_at as "paidAt" from billing.plan_payments where plan_id = ${id}`
  const { publication, unanswered } = await findPublication(billing, 'published_plans', id)
  const covered = plan.coveredUntil ? `, covered until ${plan.coveredUntil.toISOString()}` : ''
  return toLines(
    [`plan ${id}: ${plan.state}${covered}${unanswered}`],
    toPlainSteps(stepsOfPlan({ ...plan, payments, publication })),
  )
}

async function tellAssistDay(billing: Sql, id: string): Promise<string[]> {
  const [day] = await billing<AssistDayRow[]>`
    select state, starts_at as "startsAt", ends_at as "endsAt", created_at as "createdAt"
    from billing.assist_days where id = ${id}`
  if (!day) return []
  const { publication, unanswered } = await findPublication(billing, 'published_assist_days', id)
  const { state, startsAt, endsAt, createdAt } = day
  const window = startsAt && endsAt ? `, ${startsAt.toISOString()} to ${endsAt.toISOString()}` : ''
  return toLines(
    [`assist day ${id}: ${state}${window}${unanswered}`],
    toPlainSteps(stepsOfAssistDay({ createdAt, publication })),
  )
}

async function findPublication(billing: Sql, table: PublishedTable, id: string) {
  const [publication = null] = await listPublications(billing, table, [id])
  return { publication, unanswered: toUnanswered(table, publication) }
}
