import type { Transaction } from '@walkon/service/database'
import type { SessionState } from '../../clients/stripe.ts'
import type { CheckoutRow } from '../../db/checkout/checkouts.ts'
import { hasSomethingElse } from '../../db/accounts/accounts.ts'
import { saveExpired, saveReopened, saveWaiting, type OrderRow } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { listPassDates } from '../../db/passes/passes.ts'
import type { Owed } from '../../domain/owed.ts'
import { toEndOfDays } from '../../domain/pass-windows.ts'
import { isGivenBack } from '../../domain/refund.ts'
import { toOrderRefundedLetter, toPaymentReturnedLetter } from '../../domain/refund-letters.ts'
import { fulfilOrder, type FulfilSettings } from '../checkout/fulfil-order.ts'
import { requestPaidConfirmation } from '../checkout/request-confirmation.ts'
import { requestLetter } from './request-letter.ts'
import { revokePass } from '../passes/revoke-pass.ts'
import { settleWonDispute } from './settle-won-dispute.ts'
import { writeReceipt } from './write-receipt.ts'

export type Payment = {
  /** As it was before Stripe was asked. */
  checkout: CheckoutRow
  /** Null where it was erased. */
  order: OrderRow | null
  session: SessionState
  settings: FulfilSettings
  now: Date
}
type PaymentOfOrder = Payment & { order: OrderRow }

/** The amount that a payment owes its buyer, and the problem that a person must look at. */
export type Applied = { owed: Owed | null; problem: string | null }

const NOTHING: Applied = { owed: null, problem: null }

/**
 * Acts on a session that is paid: makes the pass of its order, or takes it back if the money has gone back. Money that bought nothing is
 * owed. Each part is done once, however often this is called.
 */
export async function applyPayment(tx: Transaction, payment: Payment): Promise<Applied> {
  const { checkout, order, session } = payment
  // A second payment changes nothing of the pass that the first one made.
  if (checkout.owedReason === 'paid-twice') return NOTHING
  if (!session.disputed) await settleWonDispute(tx, { checkout, order })
  const isNew = checkout.paidAt === null
  if (!order) return isNew ? owes('order-erased', checkout.amountCents) : NOTHING
  if (session.orderId !== order.id || session.amountCents !== order.totalCents)
    return { owed: null, problem: 'a payment does not match its order' }
  const isPaidBefore = order.status === 'fulfilled' || order.confirmationAskedAt !== null
  return isNew && isPaidBefore
    ? returnAll(tx, { ...payment, order }, 'paid-twice')
    : applyToOrder(tx, { ...payment, order })
}

const owes = (reason: Owed['reason'], cents: number): Applied => ({ owed: { cents, reason }, problem: null })

async function applyToOrder(tx: Transaction, payment: PaymentOfOrder): Promise<Applied> {
  const { checkout, order, session, settings, now } = payment
  if (session.disputed) {
    await revokePass(tx, order.id, 'disputed', now)
    if (order.status === 'awaiting-confirmation') await saveExpired(tx, [order.id])
    return NOTHING
  }
  if (session.refundedCents >= checkout.amountCents) {
    if (order.status === 'awaiting-confirmation') await saveExpired(tx, [order.id])
    if (!isByGuarantee(session)) await endRefundedOrder(tx, payment)
    return NOTHING
  }
  if (order.status === 'fulfilled' || checkout.owedReason !== null) return NOTHING
  if (order.status === 'awaiting-confirmation') return NOTHING
  if (order.confirmationAskedAt !== null) return returnAll(tx, payment, 'unconfirmed')
  await saveReopened(tx, order.id)
  if (!order.isProven && (await hasSomethingElse(tx, order))) return askForConfirmation(tx, payment)
  const fulfilment = await fulfilOrder(tx, order.id, { now, settings })
  if (fulfilment.state !== 'fulfilled') {
    await saveExpired(tx, [order.id])
    return returnAll(tx, payment, 'days-over')
  }
  const lostCents = await writeReceipt(tx, { checkout, order, ...fulfilment }, now)
  return lostCents > 0 ? owes('days-over', lostCents) : NOTHING
}

/**
 * A payment proves no mailbox. An order for an address with earlier data joins it only at the mailed link. It is paid back if the link is
 * not opened by the end of its last day.
 */
async function askForConfirmation(tx: Transaction, payment: PaymentOfOrder): Promise<Applied> {
  const { checkout, order, now } = payment
  const park = await getPark(tx, order.parkId)
  const expiresAt = toEndOfDays(order.dates, park.timezone)
  if (expiresAt <= now) {
    await saveExpired(tx, [order.id])
    return returnAll(tx, payment, 'days-over')
  }
  await saveWaiting(tx, order.id, { now, expiresAt })
  await requestPaidConfirmation(tx, { order, park, now, expiresAt, amountCents: checkout.amountCents })
  return NOTHING
}

/** The whole payment bought nothing: its buyer is told, and it is owed. */
async function returnAll(
  tx: Transaction,
  { checkout, order, now }: PaymentOfOrder,
  reason: 'days-over' | 'paid-twice' | 'unconfirmed',
): Promise<Applied> {
  const letter = toPaymentReturnedLetter({
    park: await getPark(tx, order.parkId),
    dates: order.dates,
    amountCents: checkout.amountCents,
    orderId: order.id,
    reason,
  })
  await requestLetter(tx, { about: checkout.id, order, letter }, now)
  return owes(reason, checkout.amountCents)
}

/** The guarantee pays for a pass that has ended, so there is nothing to take back; the visitor is told by its own letter. */
const isByGuarantee = ({ refunds }: SessionState): boolean =>
  refunds.some((refund) => refund.subject?.kind === 'pass' && isGivenBack(refund))

/** A person gave all of it back: the pass ends, and its buyer is told. */
async function endRefundedOrder(tx: Transaction, { checkout, order, now }: PaymentOfOrder): Promise<void> {
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
