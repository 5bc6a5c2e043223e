import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { endExpired } from '../use-cases/deliveries/expire-deliveries.ts'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'

const INTERVAL_MS = 5_000

/** For a provider in trouble, and for channels without a sender. */
export const expireDeliveries = ({ db, metrics }: { db: Database; metrics: DeliveryMetrics }): Job => ({
  name: 'expire-deliveries',
  intervalMs: INTERVAL_MS,
  run: () => endExpired(db, metrics),
})
