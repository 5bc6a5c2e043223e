import type { PlanView } from '@walkon/contracts/http/plans'
import type { Database } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import type { Settings } from '../config.ts'
import { findLivePlan, markPlanDue, PLANS_DUE_CHANNEL } from '../db/plans.ts'

type Deps = { db: Database; settings: Pick<Settings, 'UNLIMITED_MONTH_CENTS'>; now: () => Date }

/** What the page of the plan shows. The browser's return proves nothing, so an open payment page is looked up at Stripe. */
export async function readPlan({ db, settings, now }: Deps, userId: string): Promise<PlanView> {
  const plan = await findLivePlan(db, userId)
  if (plan?.state === 'opening' && plan.sessionId !== null) {
    await markPlanDue(db, { sessionId: plan.sessionId }, now())
    wakeAfterCommit(db, PLANS_DUE_CHANNEL)
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
