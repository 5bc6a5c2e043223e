import type { Transaction } from '@walkon/service/database'
import type { OwedRefund, SessionState } from '../clients/stripe.ts'
import type { CheckoutRow } from '../db/checkouts.ts'
import type { OrderRow } from '../db/orders.ts'
import { getPark } from '../db/parks.ts'
import { toNextLook } from '../domain/follow-up.ts'
import { decideOwedStanding, toOwedRefund, type Owed } from '../domain/owed.ts'
import { toRefundFailedLetter } from '../domain/refund-letters.ts'
import { requestLetter } from './request-letter.ts'

export type FollowedOwed = {
  changes: Pick<CheckoutRow, 'owedCents' | 'owedReason' | 'owedState'>
  /** The refund that Stripe does not have yet. */
  refund: OwedRefund | null
  checkAt: Date | null
  problem: string | null
}

/** The wait before the next call, where Stripe has not taken the refund. */
const TRY_AGAIN_MS = 60_000

/**
 * How the refund of what a payment owes stands. A disputed payment is not refunded: the bank has taken the money. Where the bank
 * has returned the refund, the buyer is told once.
 */
export async function followOwed(
  tx: Transaction,
  given: { checkout: CheckoutRow; order: OrderRow | null; session: SessionState; owed: Owed },
  now: Date,
): Promise<FollowedOwed> {
  const { checkout, session, owed } = given
  const { id: checkoutId } = checkout
  const { paymentIntent } = session
  const standing = decideOwedStanding({ checkoutId, cents: owed.cents }, session.refunds)
  // A refund that was returned stays so at Stripe, and what a person has paid is not due: only a refund by hand is news then.
  const { owedState: before } = checkout
  const isClosed = (before === 'failed' || before === 'settled-by-hand') && standing.state !== 'made'
  const state = isClosed ? before : standing.state
  const isNews = state === 'failed' && before !== 'failed'
  if (isNews) await tellOfFailure(tx, given, now)
  const isCallable = !isClosed && standing.state === 'due' && !session.disputed && paymentIntent !== null
  return {
    changes: { owedCents: owed.cents, owedReason: owed.reason, owedState: state },
    refund: isCallable
      ? toOwedRefund(
          { checkoutId, paymentIntent },
          { reason: owed.reason, amountCents: standing.amountCents },
        )
      : null,
    checkAt: toNextCheck(state, checkout, now),
    problem: isNews ? 'a refund has failed' : null,
  }
}

function toNextCheck(state: NonNullable<CheckoutRow['owedState']>, { paidAt }: CheckoutRow, now: Date) {
  if (state === 'failed' || state === 'settled-by-hand') return null
  if (state === 'due') return new Date(now.getTime() + TRY_AGAIN_MS)
  return toNextLook('refund', paidAt ?? now, now)
}

async function tellOfFailure(
  tx: Transaction,
  { checkout, order, owed }: { checkout: CheckoutRow; order: OrderRow | null; owed: Owed },
  now: Date,
): Promise<void> {
  if (!order) return
  const { dates, id: orderId } = order
  const park = await getPark(tx, order.parkId)
  const letter = toRefundFailedLetter({ park, dates, amountCents: owed.cents, orderId })
  await requestLetter(tx, { about: checkout.id, order, letter }, now)
}
