import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { expireQueued } from '../db/outcomes.ts'
import type { DeliveryMetrics } from '../delivery-metrics.ts'

const INTERVAL_MS = 5_000
const BATCH = 500

/** Ends what waited too long: behind a provider in trouble, or for a channel that nobody serves. */
export function expireDeliveries({ db, metrics }: { db: Database; metrics: DeliveryMetrics }): Job {
  return {
    name: 'expire-deliveries',
    intervalMs: INTERVAL_MS,
    run: async () => {
      const ended = await expireQueued(db, BATCH)
      metrics.moved(ended)
      return ended.length === BATCH
    },
  }
}
