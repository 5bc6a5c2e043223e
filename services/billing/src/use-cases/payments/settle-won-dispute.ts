import { GUARANTEED_RIDES } from '@walkon/contracts/guarantee'
import { passRestored } from '@walkon/contracts/events/billing'
import type { Transaction } from '@walkon/service/database'
import type { CheckoutRow } from '../../db/checkout/checkouts.ts'
import type { OrderRow } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { saveUnrevoked } from '../../db/passes/passes.ts'
import { lockGuaranteeOfCheckout, saveDecidedAnew } from '../../db/guarantee/guarantee-refunds.ts'
import { publishPass } from '../passes/publish-pass.ts'

/**
 * After a won dispute the pass and its guarantee resume. A pass that was taken back before its end is given back. Without a decision, the
 * rides counted so far decide.
 */
export async function settleWonDispute(
  tx: Transaction,
  { checkout, order }: { checkout: CheckoutRow; order: OrderRow | null },
): Promise<void> {
  if (!checkout.disputed) return
  const restored = order && (await saveUnrevoked(tx, order.id))
  const guarantee = await lockGuaranteeOfCheckout(tx, checkout.id)
  if (!guarantee) {
    if (order && restored) {
      const park = await getPark(tx, order.parkId)
      await publishPass(tx, passRestored, { ...restored, order, park })
    }
    return
  }
  const { passId, decision, reason, ridesCounted } = guarantee
  if (decision === 'void' && reason === 'pass-disputed') {
    await saveDecidedAnew(
      tx,
      passId,
      ridesCounted >= GUARANTEED_RIDES
        ? { decision: 'kept', reason: 'three-rides' }
        : { decision: 'refund', reason: 'fewer-than-three-rides' },
    )
  }
}
