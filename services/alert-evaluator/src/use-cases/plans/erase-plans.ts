import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedOf } from '@walkon/messaging/outbox-retention'
import type { Transaction } from '@walkon/service/database'
import { deleteAlertsBeforeCarriers, deleteUncarriedSubscriptions } from '../../db/passes/erasure.ts'
import { clearPlanSince, forgetOwners, listSubscriptionsUnderPlan } from '../../db/plans/plans.ts'
import { erasePreferences } from '../../db/preferences/preferences.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { announceUnwatchedParks } from './announce-watched-parks.ts'
import { endPlans } from './cover-by-plans.ts'
import { publishQuietTimes } from '../preferences/publish-quiet-times.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/**
 * Ends the plans of erased accounts, forgets whose they were, and deletes the subscriptions that nothing else carries. The ended
 * plan stays without an address, so that an older event cannot bring it back.
 */
export async function erasePlans(tx: Transaction, planIds: string[], now: Date): Promise<void> {
  if (planIds.length === 0) return
  await endPlans(tx, planIds)
  const emails = await forgetOwners(tx, planIds)
  const subscriptionIds = await listSubscriptionsUnderPlan(tx, emails)
  await lockSubscriptions(tx, subscriptionIds)
  await announceUnwatchedParks(tx, subscriptionIds)
  const erased = await deleteUncarriedSubscriptions(tx, subscriptionIds)
  const kept = subscriptionIds.filter((id) => !erased.includes(id))
  await clearPlanSince(tx, kept)
  await deleteAlertsBeforeCarriers(tx, kept)
  const released = await erasePreferences(tx, emails)
  await publishQuietTimes(tx, released, now)
  await rescheduleWatches(tx, kept)
  await emit(
    tx,
    subscriptionErased,
    erased.map((subscriptionId) => ({ data: { subscriptionId } })),
  )
  await deletePublishedOf(tx, erased)
}
