import type { Database } from '@walkon/service/database'
import { expireQueued } from '../db/outcomes.ts'
import type { DeliveryMetrics } from './measure-deliveries.ts'
import { settle } from './settle-deliveries.ts'

const BATCH = 500

/** Ends queued deliveries that came too late to be of use. True if there may be more. */
export async function endExpired(db: Database, metrics: DeliveryMetrics): Promise<boolean> {
  const expired = await db.transaction(async (tx) => {
    const transitions = await expireQueued(tx, BATCH)
    return { count: transitions.length, settled: await settle(tx, transitions) }
  })
  metrics.count(expired.settled)
  return expired.count === BATCH
}
