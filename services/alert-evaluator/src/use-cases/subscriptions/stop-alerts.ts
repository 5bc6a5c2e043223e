import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { listSubscriptionsOfAddresses } from '../../db/preferences/preferences.ts'
import { lockSubscriptions, saveSwitch } from '../../db/subscriptions/subscriptions.ts'
import { recordingChoices } from '../../db/subscriptions/visitor-changes.ts'
import { announceWatchedParks } from '../plans/announce-watched-parks.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/**
 * Staff stop the alerts of an address in all its parks, as its owner can; the owner may turn them on again. Throws
 * `subscription-not-found` for an address without any.
 */
export async function stopAlerts(
  { db, now }: { db: Database; now: () => Date },
  actorId: string,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await listSubscriptionsOfAddresses(tx, [email])
    const [subjectId] = ids
    if (!subjectId) throw notFound('subscription')
    await lockSubscriptions(tx, ids)
    await recordingChoices(tx, ids, async () => {
      for (const id of ids) await saveSwitch(tx, id, { active: false, allRidesEnabled: false })
    })
    await rescheduleWatches(tx, ids)
    await announceWatchedParks(tx, ids)
    await audit(tx, { actorId, action: 'stop-alerts', subjectId, reason, now: now() })
  })
}
