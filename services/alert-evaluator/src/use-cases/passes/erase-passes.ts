import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedOf } from '@walkon/messaging/outbox-retention'
import type { Transaction } from '@walkon/service/database'
import {
  deleteAlertsBeforeCarriers,
  deletePasses,
  deleteUncarriedSubscriptions,
  listSubscriptionsOf,
} from '../../db/passes/erasure.ts'
import { erasePreferences, listAddressesOf } from '../../db/preferences/preferences.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { announcementId } from './announce-passes.ts'
import { publishQuietTimes } from '../preferences/publish-quiet-times.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/**
 * Deletes passes, and the subscriptions that no other pass and no plan carries. An evaluation locks the watches that it alerts: it either
 * committed first, and its alerts are deleted too, or it finds no watch.
 */
export async function erasePasses(tx: Transaction, passIds: string[], now: Date): Promise<void> {
  const subscriptionIds = await listSubscriptionsOf(tx, passIds)
  await lockSubscriptions(tx, subscriptionIds)
  const emails = await listAddressesOf(tx, subscriptionIds)
  const passes = await deletePasses(tx, passIds)
  if (passes.length === 0) return

  const erased = await deleteUncarriedSubscriptions(tx, subscriptionIds)
  const kept = subscriptionIds.filter((id) => !erased.includes(id))
  await deleteAlertsBeforeCarriers(tx, kept)
  const released = await erasePreferences(tx, emails)
  await publishQuietTimes(tx, released, now)
  await rescheduleWatches(tx, kept)

  await emit(
    tx,
    subscriptionErased,
    erased.map((subscriptionId) => ({ data: { subscriptionId } })),
  )
  await deletePublishedOf(tx, [...erased, ...passes.map(announcementId)])
}
