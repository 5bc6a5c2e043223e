import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { lockOverdueOrders } from '../db/orders.ts'
import { giveUp } from '../fulfilment.ts'

const INTERVAL_MS = 60_000
const BATCH = 200

/** Gives up orders that nobody confirmed in time, so that their promo codes can be redeemed by others. */
export function expireOrders({ db, now }: { db: Database; now: () => Date }): Job {
  return {
    name: 'expire-orders',
    intervalMs: INTERVAL_MS,
    run: async () =>
      db.transaction(async (tx) => {
        const overdue = await lockOverdueOrders(tx, now(), BATCH)
        if (overdue.length > 0) await giveUp(tx, overdue)
        return overdue.length === BATCH
      }),
  }
}
