import type { Database } from '@walkon/service/database'
import { deleteOrders } from '../../db/accounts/erasure.ts'
import { lockEndedOrders } from '../../db/checkout/retention.ts'

/** Deletes a batch of orders past their retention, with their passes and links. Returns how many. */
export function purgeOrders(
  db: Database,
  before: { fulfilledBefore: Date; unconfirmedBefore: Date },
  limit: number,
): Promise<{ orders: number; passes: number }> {
  return db.transaction(async (tx) => {
    const orderIds = await lockEndedOrders(tx, before, limit)
    const passIds = await deleteOrders(tx, orderIds)
    return { orders: orderIds.length, passes: passIds.length }
  })
}
