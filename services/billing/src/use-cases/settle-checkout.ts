import { notificationRequested } from '@walkon/contracts/events/notifications'
import { publishedBy } from '@walkon/contracts/event'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { deriveId } from '@walkon/service/derived-id'
import type { Settings } from '../config.ts'
import type { SessionState, StripeClient } from '../clients/stripe.ts'
import { findOrderId, findPayable, lockCheckout, saveCheckout, type CheckoutRow } from '../db/checkouts.ts'
import { lockOrder, saveExpired, saveReopened, type OrderRow } from '../db/orders.ts'
import { toReceiptLetter } from '../domain/receipt-letter.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { revokePass } from './revoke-pass.ts'
import { toNextCheck } from './start-checkout.ts'

export type SettleDeps = {
  db: Database
  stripe: StripeClient
  settings: Pick<Settings, 'PASS_HOURS'>
  log: Log
  now: () => Date
}

/** A receipt that could not be sent within this time is dropped. */
const RECEIPT_HOURS = 48

/**
 * Reads a session's state from Stripe and acts on it. A payment makes the pass exactly once, however often this is called.
 * The content of webhooks is not used; they only make the checkout due. Throws the errors of the SDK.
 */
export async function settleCheckout(
  { db, stripe, settings, log, now: clock }: SettleDeps,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  const session = await stripe.readSession(sessionId)
  const problem = await db.transaction(async (tx) => {
    const known = await lockOrderOf(tx, id)
    if (!known) return null
    const { checkout, order } = known
    const now = clock()
    await saveCheckout(tx, id, toChanges(checkout, session, now))
    if (!session.isPaid) {
      if (session.status === 'expired' || session.hasFailed) await giveUp(tx, order, now)
      return null
    }
    if (!order) return 'the order of a payment was erased'
    if (!isFor(session, order)) return 'a payment does not match its order'
    return applyPayment(tx, { checkout, order, session, settings, now })
  })
  if (problem) log.error({ checkoutId: id, problem }, 'payment without a pass: refund it by hand')
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
  if (session.disputed) return revoked(tx, order, 'disputed', now)
  if (session.refundedCents >= checkout.amountCents) return revoked(tx, order, 'refunded', now)
  if (order.status === 'fulfilled') return null
  await saveReopened(tx, order.id)
  const fulfilment = await fulfilOrder(tx, order.id, { now, passHours: settings.PASS_HOURS })
  if (fulfilment.state !== 'fulfilled') return 'the days of a paid order are over'
  await requestReceipt(tx, { checkout, order, park: fulfilment.park, dates: fulfilment.dates }, now)
  return null
}

async function revoked(
  tx: Transaction,
  order: OrderRow,
  reason: 'refunded' | 'disputed',
  now: Date,
): Promise<null> {
  await revokePass(tx, order.id, reason, now)
  return null
}

/** The order and the promo code that it holds, unless another try to pay it is open. */
async function giveUp(tx: Transaction, order: OrderRow | null, now: Date): Promise<void> {
  if (order?.status !== 'awaiting-payment' || (await findPayable(tx, order.id, now))) return
  await saveExpired(tx, [order.id])
}

/** What Stripe says, as we keep it, and when it is asked again. */
function toChanges(checkout: CheckoutRow, session: SessionState, now: Date): Partial<CheckoutRow> {
  const checkAt = toNextCheck(checkout, now)
  const { paymentIntent, refundedCents, disputed } = session
  if (session.isPaid) {
    const paidAt = checkout.paidAt ?? now
    return { status: 'paid', paidAt, paymentIntent, refundedCents, disputed, checkAt: null }
  }
  if (session.status === 'expired') return { status: 'expired', checkAt: null }
  if (session.hasFailed) return { status: 'failed', paymentIntent, checkAt: null }
  if (session.status === 'complete') return { status: 'processing', paymentIntent, checkAt }
  return { status: 'open', checkAt }
}

type Receipt = {
  checkout: CheckoutRow
  order: OrderRow
  park: { id: string; name: string; timezone: string }
  dates: string[]
}

async function requestReceipt(
  tx: Transaction,
  { checkout, order, park, dates }: Receipt,
  now: Date,
): Promise<void> {
  const data = {
    notificationId: deriveId(checkout.id, 'receipt'),
    recipient: { channel: 'email' as const, address: order.email },
    notification: toReceiptLetter({
      park,
      dates,
      channel: order.channel,
      amountCents: checkout.amountCents,
      orderId: order.id,
    }),
    expiresAt: new Date(now.getTime() + RECEIPT_HOURS * 3_600_000).toISOString(),
  }
  await emit(tx, publishedBy('billing', notificationRequested), [{ data }])
}
