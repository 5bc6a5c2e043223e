import type { Database } from '@walkon/service/database'
import { deletePasses, deleteUncarriedSubscriptions, listSubscriptionsOf } from '../../db/passes/erasure.ts'
import { listPassesEndedBefore } from '../../db/retention.ts'
import { deletePreferencesWithoutSubscription, listAddressesOf } from '../../db/preferences/preferences.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { publishQuietTimes } from '../preferences/publish-quiet-times.ts'

/**
 * Deletes a batch of passes that ended before that, and the subscriptions that no other pass and no plan carries, with their watches and
 * alerts. A pass that is bought at this moment either keeps its subscription or makes a new one. Returns how many.
 */
export function purgePasses(
  { db, now }: { db: Database; now: () => Date },
  before: Date,
  limit: number,
): Promise<{ passes: number; subscriptions: number }> {
  return db.transaction(async (tx) => {
    const passIds = await listPassesEndedBefore(tx, before, limit)
    const subscriptionIds = await listSubscriptionsOf(tx, passIds)
    await lockSubscriptions(tx, subscriptionIds)
    const emails = await listAddressesOf(tx, subscriptionIds)
    const passes = await deletePasses(tx, passIds)
    const subscriptions = await deleteUncarriedSubscriptions(tx, subscriptionIds)
    const released = await deletePreferencesWithoutSubscription(tx, emails)
    await publishQuietTimes(tx, released, now())
    return { passes: passes.length, subscriptions: subscriptions.length }
  })
}
