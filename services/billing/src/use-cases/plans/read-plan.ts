import type { planReturn, PlanView } from '@walkon/contracts/http/plans'
import type { AttemptLimit } from '@walkon/service/attempt-limit'
import type { Database } from '@walkon/service/database'
import type { z } from 'zod'
import { wakeSettling } from '../../db/payments/due.ts'
import type { Settings } from '../../config.ts'
import { findLivePlan, saveDueBy, type PlanRow } from '../../db/plans/plans.ts'

export type ReadPlanDeps = {
  db: Database
  settings: Pick<Settings, 'UNLIMITED_MONTH_CENTS'>
  tries: AttemptLimit
  now: () => Date
}
type Return = z.output<typeof planReturn>

/**
 * Reads the plan for its page. The browser's return proves nothing. An open payment page is looked up at Stripe, and so is a plan whose
 * owner is back from the portal.
 */
export async function readPlan(deps: ReadPlanDeps, userId: string, back: Return): Promise<PlanView> {
  const { db, settings, now } = deps
  const plan = await findLivePlan(db, userId)
  if (plan && (await mayHaveNews(deps, plan, back))) {
    await saveDueBy(db, plan.id, now())
    wakeSettling(db, 'plans')
  }
  return {
    state: plan?.state ?? 'none',
    monthCents: plan?.monthCents ?? settings.UNLIMITED_MONTH_CENTS,
    currency: 'usd',
    currentPeriodEndsAt: plan?.currentPeriodEndsAt?.toISOString() ?? null,
    cancelsAtPeriodEnd: plan?.cancelsAtPeriodEnd ?? false,
    graceEndsAt: plan?.graceEndsAt?.toISOString() ?? null,
  }
}

/** However often the page is loaded, Stripe is asked no more often. */
const LOOKS_AFTER_PORTAL = { limit: 1, windowSeconds: 10 }
const LOOKS_AT_PAGE = { limit: 1, windowSeconds: 3 }

async function mayHaveNews({ tries }: ReadPlanDeps, plan: PlanRow, { returned }: Return): Promise<boolean> {
  if (plan.state === 'opening')
    return plan.sessionId !== null && (await tries.spend(`plan-look:${plan.id}`, LOOKS_AT_PAGE)) === null
  return (
    returned === 'portal' &&
    (await tries.spend(`plan-look-after-portal:${plan.id}`, LOOKS_AFTER_PORTAL)) === null
  )
}
