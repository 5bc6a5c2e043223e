import type { Transaction } from '@walkon/service/database'
import {
  listSubscriptionsUnderPlan,
  saveCoverage,
  savePlansEnded,
  type Coverage,
} from '../../db/plans/plans.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { announceWatchedParks } from './announce-watched-parks.ts'
import { movePlanParks } from './move-plan-parks.ts'
import type { MoveDeps } from '../subscriptions/move-subscriptions.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/** Extends, or shortens, the windows of the subscriptions that these plans cover, and has them follow their owners' addresses. */
export async function coverByPlans(deps: MoveDeps, tx: Transaction, coverages: Coverage[]): Promise<void> {
  const { emails, moves } = await saveCoverage(tx, coverages)
  for (const move of moves) await movePlanParks(deps, tx, move)
  await reschedule(tx, emails)
}

/** Ends what these plans cover now. A park that a pass covers goes on. */
export async function endPlans(tx: Transaction, planIds: string[]): Promise<void> {
  if (planIds.length === 0) return
  await reschedule(tx, await savePlansEnded(tx, planIds))
}

async function reschedule(tx: Transaction, emails: string[]): Promise<void> {
  if (emails.length === 0) return
  const subscriptionIds = await listSubscriptionsUnderPlan(tx, emails)
  await lockSubscriptions(tx, subscriptionIds)
  await rescheduleWatches(tx, subscriptionIds)
  await announceWatchedParks(tx, subscriptionIds)
}
