import type { PlanTexts } from '@walkon/contracts/http/plan-texts'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { findPlanNumber } from '../../db/plans/plan-numbers.ts'
import { findTextsUsed } from '../../db/plans/plan-text-months.ts'
import { findCoveringPlan } from '../../db/plans/plans.ts'
import { maskNumber } from '@walkon/contracts/mask'
import { toTextMonth } from '../../domain/text-month.ts'
import { toNumberState } from '../../domain/way.ts'
import type { PlanOffer } from './keep-plan-number.ts'

type ShowDeps = { db: Database; rules: PlanOffer; now: () => Date }

/** The texts of this visitor's plan: where they go, and how many are left. */
export async function showPlanTexts({ db, rules, now }: ShowDeps, email: string): Promise<PlanTexts> {
  const emailHash = hashAddress(email)
  const { month, nextMonthAt } = toTextMonth(now())
  const [planId, number] = await Promise.all([findCoveringPlan(db, emailHash), findPlanNumber(db, emailHash)])
  return {
    isOffered: rules.perMonth > 0,
    isCovered: planId !== null,
    number: number && { number: maskNumber(number.number), state: toNumberState(number) },
    textsUsed: planId === null ? 0 : await findTextsUsed(db, planId, month),
    textsPerMonth: rules.perMonth,
    month,
    nextMonthAt: nextMonthAt.toISOString(),
  }
}
