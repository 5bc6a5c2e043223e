import { passRevoked } from '@walkon/contracts/events/billing'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { saveRevoked } from '../db/passes.ts'

/** Ends the pass of an order whose money went back, once. An order without a pass has nothing to end. */
export async function revokePass(
  tx: Transaction,
  orderId: string,
  reason: 'refunded' | 'disputed',
  now: Date,
): Promise<void> {
  const passId = await saveRevoked(tx, orderId, now)
  if (passId !== null) await emit(tx, passRevoked, [{ data: { passId, reason } }])
}
