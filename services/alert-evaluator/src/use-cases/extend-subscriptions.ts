import type { Transaction } from '@walkon/service/database'
import { lockParks } from '../db/catalog.ts'
import { savePasses, type ActivatedPass } from '../db/passes.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { watchAllWhereNothingIsChosen } from '../db/watches.ts'
import { announcePasses } from './announce-passes.ts'
import { rescheduleWatches } from './reschedule-watches.ts'

export type ExtensionDeps = { defaultThresholdMinutes: number }

/** Extends each buyer's subscription by the pass, and watches all rides of the park if none was chosen. */
export async function extendSubscriptions(
  { defaultThresholdMinutes }: ExtensionDeps,
  tx: Transaction,
  passes: ActivatedPass[],
): Promise<void> {
  await lockParks(
    tx,
    passes.map(({ parkId }) => parkId),
  )
  const subscriptionIds = await savePasses(tx, passes)
  if (subscriptionIds.length === 0) return
  await lockSubscriptions(tx, subscriptionIds)
  await watchAllWhereNothingIsChosen(tx, subscriptionIds, defaultThresholdMinutes)
  await rescheduleWatches(tx, subscriptionIds)
  await announcePasses(tx, { subscriptionIds })
}
