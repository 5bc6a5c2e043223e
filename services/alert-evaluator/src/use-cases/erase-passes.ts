import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedOf } from '@walkon/messaging/outbox'
import type { Transaction } from '@walkon/service/database'
import {
  deleteAlertsBeforePasses,
  deletePasses,
  deleteSubscriptionsWithoutPass,
  listSubscriptionsOf,
} from '../db/erasure.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { announcementId } from './announce-passes.ts'
import { rescheduleWatches } from './reschedule-watches.ts'

/**
 * Removes passes and whatever they alone carried. An evaluation holds the watches that it alerts: it has either committed
 * its alerts, which go too, or finds no watch. Other passes of the subscription keep it.
 */
export async function erasePasses(tx: Transaction, passIds: string[]): Promise<void> {
  const subscriptionIds = await listSubscriptionsOf(tx, passIds)
  await lockSubscriptions(tx, subscriptionIds)
  const passes = await deletePasses(tx, passIds)
  if (passes.length === 0) return

  const erased = await deleteSubscriptionsWithoutPass(tx, subscriptionIds)
  const kept = subscriptionIds.filter((id) => !erased.includes(id))
  await deleteAlertsBeforePasses(tx, kept)
  await rescheduleWatches(tx, kept)

  await emit(
    tx,
    subscriptionErased,
    erased.map((subscriptionId) => ({ data: { subscriptionId } })),
  )
  await deletePublishedOf(tx, [...erased, ...passes.map(announcementId)])
}
