import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { Settings } from '../config.ts'
import type { SessionState, StripeClient } from '../clients/stripe.ts'
import { findOrderId, findPayable, lockCheckout, saveCheckout, type CheckoutRow } from '../db/checkouts.ts'
import type { DueCheckout } from '../db/due.ts'
import { listPassDates } from '../db/passes.ts'
import { getPark } from '../db/parks.ts'
import { lockOrder, saveExpired, saveReopened, type OrderRow } from '../db/orders.ts'
import { toNextCheck } from '../domain/next-check.ts'
import { isGivenBack } from '../domain/refund.ts'
import { toOrderRefundedLetter } from '../domain/refund-letters.ts'
import { toReceiptLetter } from '../domain/receipt-letter.ts'
import { followRefund } from './follow-refund.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { requestLetter } from './request-letter.ts'
import { revokePass } from './revoke-pass.ts'
import { settleWonDispute } from './settle-won-dispute.ts'

export type SettleDeps = {
  db: Database
  stripe: StripeClient
  settings: Pick<Settings, 'PASS_HOURS'>
  log: Log
  now: () => Date
}

/**
 * Reads a session's state from Stripe and acts on it. A payment makes the pass exactly once, however often this is called.
 * The content of webhooks is not used; they only make the checkout due. Throws the errors of the SDK.
 */
export async function settleCheckout(
  { db, stripe, settings, log, now: clock }: SettleDeps,
  { id, sessionId, dueAgainAt }: DueCheckout,
): Promise<void> {
  const session = await stripe.readSession(sessionId)
  const problem = await db.transaction(async (tx) => {
    const known = await lockOrderOf(tx, id)
    if (!known) return null
    const { checkout, order } = known
    const now = clock()
    const followed = await followRefund(tx, { checkoutId: id, order, session }, now)
    // The answer may be older than what made it due meanwhile, so Stripe is asked once more.
    const isOvertaken = checkout.checkAt?.getTime() !== dueAgainAt.getTime()
    const checkAt = session.disputed ? toDisputeCheck(checkout, now) : followed.checkAt
    const changes = { checkAt, ...toChanges(checkout, session, now) }
    await saveCheckout(tx, id, { ...changes, ...(isOvertaken && { checkAt: now }) })
    if (!session.isPaid) {
      if (session.status === 'expired' || session.hasFailed) await giveUp(tx, order, now)
      return null
    }
    if (!session.disputed) await settleWonDispute(tx, { checkout, order })
    if (!order) return checkout.paidAt === null ? 'the order of a payment was erased' : followed.problem
    if (!isFor(session, order)) return 'a payment does not match its order'
    return (await applyPayment(tx, { checkout, order, session, settings, now })) ?? followed.problem
  })
  if (problem) log.error({ checkoutId: id, problem }, 'a payment needs a person')
}

/** A bank takes weeks for a dispute, and the webhook of its end may be lost. */
const DISPUTE_CHECK_MS = 7 * 24 * 3_600_000
const DISPUTE_FOLLOWED_MS = 365 * 24 * 3_600_000

function toDisputeCheck({ createdAt }: CheckoutRow, now: Date): Date | null {
  const isFollowed = now.getTime() - createdAt.getTime() < DISPUTE_FOLLOWED_MS
  return isFollowed ? new Date(now.getTime() + DISPUTE_CHECK_MS) : null
}

/** The order before its checkout, as everywhere. */
async function lockOrderOf(
  tx: Transaction,
  id: string,
): Promise<{ checkout: CheckoutRow; order: OrderRow | null } | null> {
  const orderId = await findOrderId(tx, id)
  const order = orderId === null ? null : await lockOrder(tx, orderId)
  const checkout = await lockCheckout(tx, id)
  return checkout && { checkout, order }
}

const isFor = (session: SessionState, order: OrderRow) =>
  session.orderId === order.id && session.amountCents === order.totalCents

type Payment = {
  checkout: CheckoutRow
  order: OrderRow
  session: SessionState
  settings: SettleDeps['settings']
  now: Date
}

/** Returns what a person must look at, or null. */
async function applyPayment(
  tx: Transaction,
  { checkout, order, session, settings, now }: Payment,
): Promise<string | null> {
  if (session.disputed) {
    await revokePass(tx, order.id, 'disputed', now)
    return null
  }
  if (session.refundedCents >= checkout.amountCents) {
    if (!isByGuarantee(session)) await endRefundedOrder(tx, { checkout, order }, now)
    return null
  }
  if (order.status === 'fulfilled') return null
  await saveReopened(tx, order.id)
  const fulfilment = await fulfilOrder(tx, order.id, { now, passHours: settings.PASS_HOURS })
  if (fulfilment.state !== 'fulfilled') return 'the days of a paid order are over'
  const { park, dates } = fulfilment
  const { channel, id: orderId } = order
  const letter = toReceiptLetter({ park, dates, channel, amountCents: checkout.amountCents, orderId })
  await requestLetter(tx, { about: checkout.id, order, letter }, now)
  return null
}

/** The guarantee pays for a pass that has ended, so there is nothing to take back; the visitor is told by its own letter. */
const isByGuarantee = ({ refunds }: SessionState): boolean =>
  refunds.some((refund) => refund.passId !== null && isGivenBack(refund))

/** A person gave all of it back: the pass ends, and its buyer is told. */
async function endRefundedOrder(
  tx: Transaction,
  { checkout, order }: Pick<Payment, 'checkout' | 'order'>,
  now: Date,
): Promise<void> {
  const isRevoked = await revokePass(tx, order.id, 'refunded', now)
  if (!isRevoked) return
  const letter = toOrderRefundedLetter({
    park: await getPark(tx, order.parkId),
    dates: await listPassDates(tx, order.id),
    amountCents: checkout.amountCents,
    orderId: order.id,
  })
  await requestLetter(tx, { about: checkout.id, order, letter }, now)
}

/** The order and the promo code that it holds, unless another try to pay it is open. */
async function giveUp(tx: Transaction, order: OrderRow | null, now: Date): Promise<void> {
  if (order?.status !== 'awaiting-payment' || (await findPayable(tx, order.id, now))) return
  await saveExpired(tx, [order.id])
}

/** What Stripe says, as we keep it, and when an unpaid session is asked about again. */
function toChanges(checkout: CheckoutRow, session: SessionState, now: Date): Partial<CheckoutRow> {
  const checkAt = toNextCheck(checkout, now)
  const { paymentIntent, refundedCents, disputed } = session
  if (session.isPaid) {
    const paidAt = checkout.paidAt ?? now
    return { status: 'paid', paidAt, paymentIntent, refundedCents, disputed }
  }
  if (session.status === 'expired') return { status: 'expired', checkAt: null }
  if (session.hasFailed) return { status: 'failed', paymentIntent, checkAt: null }
  if (session.status === 'complete') return { status: 'processing', paymentIntent, checkAt }
  return { status: 'open', checkAt }
}
