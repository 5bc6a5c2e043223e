import type { Transaction } from '@walkon/service/database'
import type { SessionState } from '../../clients/stripe.ts'
import { saveCheckout, type CheckoutRow } from '../../db/checkout/checkouts.ts'
import type { OrderRow } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { stepDebt, type Debt, type RefundCall } from '../../domain/debt.ts'
import type { Owed } from '../../domain/owed.ts'
import { toRefundFailedLetter } from '../../domain/refund-letters.ts'
import { requestLetter } from './request-letter.ts'

/** The refund to be made, the next look at Stripe, and the problem that a person must look at. */
export type Followed = { call: RefundCall | null; checkAt: Date | null; problem: string | null }

/** Follows the part of a payment that bought nothing. If the bank has returned its refund, the buyer is told once. */
export async function followOwed(
  tx: Transaction,
  given: { checkout: CheckoutRow; order: OrderRow | null; session: SessionState; owed: Owed },
  now: Date,
): Promise<Followed> {
  const { checkout, session, owed } = given
  const owedAt = checkout.owedAt ?? checkout.paidAt ?? now
  const step = stepDebt(toDebt(checkout, owed, owedAt), session, now)
  await saveCheckout(tx, checkout.id, {
    owedCents: owed.cents,
    owedReason: owed.reason,
    owedState: step.state,
    owedAt,
  })
  if (step.hasFailed) await tellOfFailure(tx, given, now)
  return { call: step.call, checkAt: step.checkAt, problem: step.hasFailed ? 'a refund has failed' : null }
}

const toDebt = ({ id, owedState: state }: CheckoutRow, { cents, reason }: Owed, since: Date): Debt => ({
  cents,
  state,
  since,
  subject: { kind: 'checkout', id },
  toKey: (amountCents) => `refund:${id}:${reason}:${amountCents}`,
})

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
