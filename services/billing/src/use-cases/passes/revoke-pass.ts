import { passRevoked } from '@walkon/contracts/events/billing'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { saveRevoked } from '../../db/passes/passes.ts'
import { deletePublished, PUBLISHED } from '../../db/published.ts'

/**
 * Ends the pass of an order whose money went back, once. False where there was nothing to end: an order without a pass, or one whose
 * pass was revoked before.
 */
export async function revokePass(
  tx: Transaction,
  orderId: string,
  reason: 'refunded' | 'disputed',
  now: Date,
): Promise<boolean> {
  const passId = await saveRevoked(tx, orderId, now)
  if (passId === null) return false
  await deletePublished(tx, PUBLISHED.passes, [passId])
  await emit(tx, passRevoked, [{ data: { passId, reason } }])
  return true
}
