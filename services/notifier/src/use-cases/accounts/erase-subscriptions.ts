import type { Transaction } from '@walkon/service/database'
import {
  deleteMovesOfSubscriptions,
  insertErasedSubscriptions,
  listDeliveriesOfSubscriptions,
  lockForInserts,
  lockSubscriptions,
} from '../../db/accounts/erasures.ts'
import { eraseDeliveries } from '../letters/settle-letters.ts'

/** Deletes all deliveries of these subscriptions, and remembers to take in no more of them. */
export async function eraseSubscriptions(tx: Transaction, ids: string[], now: Date): Promise<void> {
  await lockForInserts(tx)
  await lockSubscriptions(tx, ids)
  await insertErasedSubscriptions(tx, ids)
  await deleteMovesOfSubscriptions(tx, ids)
  await eraseDeliveries(tx, await listDeliveriesOfSubscriptions(tx, ids), now)
}
