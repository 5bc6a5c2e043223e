import type { Database } from '@walkon/service/database'
import { expireQueued } from '../db/outcomes.ts'
import type { DeliveryMetrics } from './measure-deliveries.ts'
import { publishOutcomes } from './publish-outcomes.ts'

const BATCH = 500

/** Ends queued deliveries that came too late to be of use. True if there may be more. */
export async function endExpired(db: Database, metrics: DeliveryMetrics): Promise<boolean> {
  const expired = await db.transaction(async (tx) => {
    const transitions = await expireQueued(tx, BATCH)
    await publishOutcomes(tx, transitions)
    return transitions
  })
  metrics.count(expired)
  return expired.length === BATCH
}
