import type { Database } from '@walkon/service/database'
import { forgetKeptWords } from '../db/failed-texts.ts'
import { expireQueued } from '../db/outcomes.ts'
import type { DeliveryMetrics } from './measure-deliveries.ts'
import { publishOutcomes } from './publish-outcomes.ts'

const BATCH = 500

/** Ends queued deliveries that came too late to be of use, and forgets words kept for a second text. True if there may be more. */
export async function endExpired(db: Database, metrics: DeliveryMetrics): Promise<boolean> {
  const { expired, hasMore } = await db.transaction(async (tx) => {
    const transitions = await expireQueued(tx, BATCH)
    await publishOutcomes(tx, transitions)
    return { expired: transitions, hasMore: await forgetKeptWords(tx, BATCH) }
  })
  metrics.count(expired)
  return hasMore || expired.length === BATCH
}
