import type { Transaction } from '@walkon/service/database'
import { listSubscriptionsUnderPlan, saveCoverage, savePlansEnded, type Coverage } from '../db/plans.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { announceWatchedParks } from './announce-watched-parks.ts'
import { rescheduleWatches } from './reschedule-watches.ts'

/** Extends, or shortens, the windows of the subscriptions that these plans cover. */
export async function coverByPlans(tx: Transaction, coverages: Coverage[]): Promise<void> {
  await reschedule(tx, await saveCoverage(tx, coverages))
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
