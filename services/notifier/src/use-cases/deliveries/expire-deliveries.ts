import type { Database } from '@walkon/service/database'
import { forgetKeptWords } from '../../db/texts/failed-texts.ts'
import { expireQueued } from '../../db/deliveries/outcomes.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { settle } from './settle-deliveries.ts'

const BATCH = 500

/** Ends queued deliveries that came too late to be of use, and forgets words kept for a second text. True if there may be more. */
export async function endExpired(db: Database, metrics: DeliveryMetrics): Promise<boolean> {
  const { expired, settled, hasMore } = await db.transaction(async (tx) => {
    const transitions = await expireQueued(tx, BATCH)
    return {
      expired: transitions.length,
      settled: await settle(tx, transitions),
      hasMore: await forgetKeptWords(tx, BATCH),
    }
  })
  metrics.count(settled)
  return hasMore || expired === BATCH
}
