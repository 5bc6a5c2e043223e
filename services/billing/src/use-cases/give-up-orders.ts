import type { Transaction } from '@walkon/service/database'
import { saveExpired } from '../db/orders.ts'
import { deleteReservations } from '../db/promo-codes.ts'

/** Ends locked orders that were not fulfilled; their promo codes may be redeemed again. */
export async function giveUpOrders(tx: Transaction, orderIds: string[]): Promise<void> {
  await saveExpired(tx, orderIds)
  await deleteReservations(tx, orderIds)
}
