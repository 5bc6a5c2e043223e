import type { Transaction } from '@walkon/service/database'
import { savePassesRevoked, type RevokedPasses } from '../../db/passes/passes.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'
import { tellOfEnds } from './tell-of-ends.ts'

/** Ends the windows of these passes now. A revoked pass gets no PassEnded; one that is disputed keeps what it would say, and its buyer is told. */
export async function revokePasses(tx: Transaction, passes: RevokedPasses, now: Date): Promise<void> {
  const subscriptionIds = await savePassesRevoked(tx, passes)
  await lockSubscriptions(tx, subscriptionIds)
  await rescheduleWatches(tx, subscriptionIds)
  await tellOfEnds(tx, passes.disputed, now)
}
