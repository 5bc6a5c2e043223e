import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import type { SessionState, StripeClient } from '../clients/stripe.ts'
import type { RefundRefusal } from '../clients/stripe-refunds.ts'
import {
  CHECKOUTS_DUE_CHANNEL,
  findOrderId,
  findUnderWay,
  lockCheckout,
  markCheckoutDue,
  saveCheckout,
  saveOwedRefused,
  type CheckoutRow,
} from '../db/checkouts.ts'
import type { DueCheckout } from '../db/due.ts'
import { saveGuaranteeRefused } from '../db/guarantee-refunds.ts'
import { getPark } from '../db/parks.ts'
import { findOrder, lockAddresses, lockOrder, saveExpired, type OrderRow } from '../db/orders.ts'
import type { RefundCall } from '../domain/debt.ts'
import { toNextLook } from '../domain/follow-up.ts'
import { toNextCheck } from '../domain/next-check.ts'
import type { Owed } from '../domain/owed.ts'
import { toPaymentFailedLetter } from '../domain/refund-letters.ts'
import { applyPayment } from './apply-payment.ts'
import type { FulfilSettings } from './fulfil-order.ts'
import { followGuarantee } from './follow-guarantee.ts'
import { followOwed } from './follow-owed.ts'
import { payBack } from './pay-back.ts'
import { requestLetter } from './request-letter.ts'

export type SettleDeps = {
  db: Database
  stripe: StripeClient
  settings: FulfilSettings
  log: Log
  now: () => Date
}

/**
 * Reads a session's state from Stripe and acts on it. A payment makes the pass exactly once, however often this is called, and what its
 * buyer is owed is paid back. The content of webhooks is not used; they only make the checkout due. Throws the errors of the SDK.
 */
export async function settleCheckout(deps: SettleDeps, due: DueCheckout): Promise<void> {
  const { db, log, now } = deps
  const session = await readSession(deps, due)
  const { problem, call } = await db.transaction((tx) => settle(tx, deps, { due, session }))
  if (problem) log.error({ checkoutId: due.id, problem }, 'a payment needs a person')
  if (!call) return
  const refusal = await payBack(deps, call)
  if (refusal) await saveRefused(db, call, refusal)
  await markCheckoutDue(db, due, now())
  wakeAfterCommit(db, CHECKOUTS_DUE_CHANNEL)
}

/** A page whose order was erased is ended first, so that nothing is paid for an order that is no more. */
async function readSession(
  { db, stripe }: SettleDeps,
  { id, sessionId }: DueCheckout,
): Promise<SessionState> {
  const session = await stripe.readSession(sessionId)
  if (session.status !== 'open' || (await findOrderId(db, id)) !== null) return session
  await stripe.expireSession(sessionId)
  return stripe.readSession(sessionId)
}

const saveRefused = (db: Database, { subject: { kind, id } }: RefundCall, { code }: RefundRefusal) =>
  kind === 'pass' ? saveGuaranteeRefused(db, id, code) : saveOwedRefused(db, id)

type Settled = { problem: string | null; call: RefundCall | null }

const NOTHING: Settled = { problem: null, call: null }

async function settle(
  tx: Transaction,
  { settings, now: clock }: SettleDeps,
  { due, session }: { due: DueCheckout; session: SessionState },
): Promise<Settled> {
  const { id } = due
  const known = await lockOrderOf(tx, id)
  if (!known) return NOTHING
  const { checkout, order } = known
  const now = clock()
  // The answer may be older than what made it due meanwhile, so Stripe is asked once more.
  const isOvertaken = checkout.checkAt?.getTime() !== due.dueAgainAt.getTime()
  const changes = toChanges(checkout, session, now)
  await saveCheckout(tx, id, { ...changes, ...(isOvertaken && { checkAt: now }) })
  if (!session.isPaid) {
    await giveUp(tx, { order, session }, now)
    return NOTHING
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
  if (!isOvertaken) await saveCheckout(tx, id, { checkAt: toEarliest(looks) })
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
