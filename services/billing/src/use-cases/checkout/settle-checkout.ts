import type { Transaction } from '@walkon/service/database'
import type { SessionState } from '../../clients/stripe.ts'
import {
  findOrderId,
  findUnderWay,
  lockCheckout,
  saveCheckout,
  saveOwedRefused,
  type CheckoutRow,
} from '../../db/checkout/checkouts.ts'
import { isOvertaken, type DueSession } from '../../db/payments/due.ts'
import { saveGuaranteeRefused } from '../../db/guarantee/guarantee-refunds.ts'
import { findOrder, lockAddresses, lockOrder, saveExpired, type OrderRow } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { toNextLook } from '../../domain/follow-up.ts'
import { toNextCheck } from '../../domain/next-check.ts'
import type { Owed } from '../../domain/owed.ts'
import { toPaymentFailedLetter } from '../../domain/refund-letters.ts'
import { applyPayment } from '../payments/apply-payment.ts'
import { followGuarantee } from '../guarantee/follow-guarantee.ts'
import { followOwed } from '../payments/follow-owed.ts'
import type { FulfilSettings } from './fulfil-order.ts'
import { requestLetter } from '../payments/request-letter.ts'
import { NOTHING_LEFT, settleSession, type SessionDeps, type Settled } from './settle-session.ts'

export type SettleDeps = SessionDeps & { settings: FulfilSettings }

/**
 * Settles the session of a checkout. A payment makes the pass exactly once, however often this is called, and what its buyer is owed is paid
 * back. A page whose order was erased is ended, so that nothing is paid for an order that is no more. Throws the errors of the SDK.
 */
export async function settleCheckout(deps: SettleDeps, due: DueSession): Promise<void> {
  const { db } = deps
  await settleSession(deps, due, {
    table: 'checkouts',
    isWanted: async () => (await findOrderId(db, due.id)) !== null,
    settle: (tx, session) => settle(tx, deps, { due, session }),
    saveRefused: ({ subject: { kind, id } }, { code }) =>
      kind === 'pass' ? saveGuaranteeRefused(db, id, code) : saveOwedRefused(db, id),
  })
}

async function settle(
  tx: Transaction,
  { settings, now: clock }: SettleDeps,
  { due, session }: { due: DueSession; session: SessionState },
): Promise<Settled> {
  const { id } = due
  const known = await lockOrderOf(tx, id)
  if (!known) return NOTHING_LEFT
  const { checkout, order } = known
  const now = clock()
  const isLate = isOvertaken(checkout, due)
  const changes = toChanges(checkout, session, now)
  await saveCheckout(tx, id, { ...changes, ...(isLate && { checkAt: now }) })
  if (!session.isPaid) {
    await giveUp(tx, { order, session }, now)
    return NOTHING_LEFT
  }
  const applied = await applyPayment(tx, { checkout, order, session, settings, now })
  const owed = applied.owed ?? toOwed(checkout)
  const debts = [
    await followGuarantee(tx, { checkoutId: id, order, session }, now),
    ...(owed ? [await followOwed(tx, { checkout, order, session, owed }, now)] : []),
  ]
  const isObjected = session.disputed || session.inquired
  const looks = [
    isObjected ? toNextLook('dispute', checkout.createdAt, now) : null,
    ...(session.disputed ? [] : debts.map(({ checkAt }) => checkAt)),
  ]
  if (!isLate) await saveCheckout(tx, id, { checkAt: toEarliest(looks) })
  const problem = applied.problem ?? debts.find((debt) => debt.problem !== null)?.problem ?? null
  // One call at a time: the payment is read again before the next.
  return { problem, call: debts.find(({ call }) => call !== null)?.call ?? null }
}

const toOwed = ({ owedCents: cents, owedReason: reason }: CheckoutRow): Owed | null =>
  cents === null || reason === null ? null : { cents, reason }

function toEarliest(looks: (Date | null)[]): Date | null {
  const times = looks.flatMap((look) => look?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The order before its checkout, as everywhere. */
async function lockOrderOf(
  tx: Transaction,
  id: string,
): Promise<{ checkout: CheckoutRow; order: OrderRow | null } | null> {
  const orderId = await findOrderId(tx, id)
  const known = orderId === null ? null : await findOrder(tx, orderId)
  // Before the rows, as everywhere: two payments of one address must not overlook each other.
  if (known) await lockAddresses(tx, [known.addressHash])
  const order = known && (await lockOrder(tx, known.id))
  const checkout = await lockCheckout(tx, id)
  return checkout && { checkout, order }
}

/** The order and the promo code that it holds, unless another try to pay it is open. A payment that was promised a letter has one. */
async function giveUp(
  tx: Transaction,
  { order, session }: { order: OrderRow | null; session: SessionState },
  now: Date,
): Promise<void> {
  if (session.status !== 'expired' && !session.hasFailed) return
  if (order?.status !== 'awaiting-payment' || (await findUnderWay(tx, order.id, now))) return
  await saveExpired(tx, [order.id])
  if (!session.hasFailed) return
  const { dates, totalCents: amountCents, id: orderId } = order
  const park = await getPark(tx, order.parkId)
  const letter = toPaymentFailedLetter({ park, dates, amountCents, orderId })
  await requestLetter(tx, { about: orderId, order, letter }, now)
}

/** Returns Stripe's state as we keep it, and the next look at an unpaid session. */
function toChanges(checkout: CheckoutRow, session: SessionState, now: Date): Partial<CheckoutRow> {
  const checkAt = toNextCheck(checkout, now)
  const { paymentIntent, refundedCents, disputed, inquired } = session
  if (session.isPaid) {
    const paidAt = checkout.paidAt ?? now
    return { status: 'paid', paidAt, paymentIntent, refundedCents, disputed, inquired }
  }
  if (session.status === 'expired') return { status: 'expired', checkAt: null }
  if (session.hasFailed) return { status: 'failed', paymentIntent, checkAt: null }
  if (session.status === 'complete') return { status: 'processing', paymentIntent, checkAt }
  return { status: 'open', checkAt }
}
