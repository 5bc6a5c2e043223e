import { auditOnce } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { CHECKOUTS_DUE_CHANNEL, lockCheckout, saveCheckout, type CheckoutRow } from '../db/checkouts.ts'

export type RefundDeps = {
  db: Database
  now: () => Date
  /** How much of a payment the support desk pays back in all. */
  limitCents: number
}

/**
 * Pays back so much of a payment by the one way that owes and pays: Stripe is asked first for what went back already, so that all refunds
 * together are never more than was paid. Once for each payment and each `requestId`: the same amount again, while it is queued, changes nothing, as does the same request later. Throws `checkout-not-found`,
 * `refund-refused`, and `refund-over-limit` for who is limited.
 */
export async function refundPayment(
  { db, now, limitCents }: RefundDeps,
  { actorId, isLimited }: { actorId: string; isLimited: boolean },
  checkoutId: string,
  { amountCents, reason, requestId }: { amountCents: number; reason: string; requestId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (checkout?.status !== 'paid') throw new AppError('checkout-not-found', 'No payment has this id')
    if (isQueued(checkout, amountCents)) return
    const at = now()
    const act = { actorId, action: 'refund-payment', subjectId: checkoutId, reason, now: at }
    if (!(await auditOnce(tx, { ...act, requestId }))) return
    refuseImpossible(checkout, amountCents)
    const owedCents = checkout.refundedCents + amountCents
    if (isLimited && owedCents > limitCents)
      throw new AppError('refund-over-limit', `The support desk pays back ${limitCents} cents at most`)
    await saveCheckout(tx, checkoutId, { owedCents, owedReason: 'support', owedState: 'due', checkAt: at })
    wakeAfterCommit(tx, CHECKOUTS_DUE_CHANNEL)
  })
}

/** Of two clicks the second finds what the first has queued. */
const isQueued = ({ owedReason, owedState, owedCents, refundedCents }: CheckoutRow, amountCents: number) =>
  owedReason === 'support' && owedState === 'due' && owedCents === refundedCents + amountCents

function refuseImpossible(checkout: CheckoutRow, amountCents: number): void {
  if (checkout.disputed)
    throw new AppError('refund-refused', 'The payment is disputed: the bank has the money')
  if (checkout.owedReason !== null)
    throw new AppError('refund-refused', 'Something of this payment is paid back already')
  if (amountCents > checkout.amountCents - checkout.refundedCents)
    throw new AppError('refund-refused', 'Less than that is left of the payment')
}
