import type { Database } from '@walkon/service/database'
import { markPaymentsDue } from '../../db/checkout/checkouts.ts'
import { lockOverdueOrders, saveExpired } from '../../db/checkout/orders.ts'

const BATCH = 200

/** Gives up a batch of orders whose confirmation or payment is overdue. Returns whether there may be more. */
export async function expireOrders(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const overdue = await lockOverdueOrders(tx, now, BATCH)
    if (overdue.length > 0) {
      await saveExpired(tx, overdue)
      // A payment for an order that waited for its link is paid back.
      await markPaymentsDue(tx, overdue, now)
    }
    return overdue.length === BATCH
  })
}
