import type { Transaction } from '@walkon/service/database'
import { savePassesRevoked } from '../db/passes.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { rescheduleWatches } from './reschedule-watches.ts'

/** Ends the windows of these passes now. A revoked pass gets no PassEnded. */
export async function revokePasses(tx: Transaction, passIds: string[]): Promise<void> {
  const subscriptionIds = await savePassesRevoked(tx, passIds)
  await lockSubscriptions(tx, subscriptionIds)
  await rescheduleWatches(tx, subscriptionIds)
}
