import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { expireOrders } from '../use-cases/checkout/expire-orders.ts'

const INTERVAL_MS = 60_000

/** Gives up unconfirmed orders, so that their promo codes can be redeemed by others. */
export function createExpireOrders({ db, now }: { db: Database; now: () => Date }): Job {
  return { name: 'expire-orders', intervalMs: INTERVAL_MS, run: () => expireOrders(db, now()) }
}
