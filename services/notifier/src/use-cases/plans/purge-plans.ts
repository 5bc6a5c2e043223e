import type { Database } from '@walkon/service/database'
import { deleteOldPlanNumbers } from '../../db/plans/plan-numbers.ts'
import { deleteOldTextMonths } from '../../db/plans/plan-text-months.ts'
import { deleteOldPlans } from '../../db/plans/plans.ts'
import { publishNumbers } from '../texts/publish-numbers.ts'

/** Deletes a batch of plans that ended before that, and of their months. Returns the rows deleted. */
export const purgePlans = async (
  db: Database,
  before: Date,
  limit: number,
): Promise<{ plans: number; plan_text_months: number }> => ({
  plans: await deleteOldPlans(db, before, limit),
  plan_text_months: await deleteOldTextMonths(db, before, limit),
})

type Age = Parameters<typeof deleteOldPlanNumbers>[1]

/** Deletes a batch of numbers whose visitor has no plan any more, sooner if they never confirmed. Returns the rows deleted. */
export const purgePlanNumbers = (db: Database, age: Age): Promise<{ plan_numbers: number }> =>
  db.transaction(async (tx) => {
    const numbers = await deleteOldPlanNumbers(tx, age)
    await publishNumbers(tx, numbers)
    return { plan_numbers: numbers.length }
  })
