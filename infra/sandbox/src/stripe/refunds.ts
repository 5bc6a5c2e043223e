import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { StripeError } from './errors.ts'
import { recordEvent } from './events.ts'
import { getObject, insertObject, listObjectsOf, newId, toSeconds, updateObject } from './objects.ts'
import { expand, metadata, wholeNumber } from './parameters.ts'
import type { Charge, Dispute, Refund } from './shapes.ts'

export const newRefund = z.strictObject({
  payment_intent: z.string(),
  amount: wholeNumber.pipe(z.int().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
  expand,
})
type NewRefund = z.output<typeof newRefund>

/** The bank has the money. An inquiry has taken nothing, and its charge can be refunded. */
const TAKEN: ReadonlySet<Dispute['status']> = new Set(['needs_response', 'lost'])

/** Throws Stripe's refusal: a refunded or disputed payment cannot be refunded. */
export function createRefund(store: Store, asked: NewRefund, now: Date): Refund {
  return store.transaction(() => {
    const charge = getCharge(store, asked.payment_intent)
    const unrefunded = charge.amount - charge.amount_refunded
    if (unrefunded === 0) {
      throw new StripeError(`Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    }
    if (listObjectsOf(store, 'dispute', asked.payment_intent).some(({ status }) => TAKEN.has(status))) {
      throw new StripeError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      })
    }
    const amount = asked.amount ?? unrefunded
    if (amount > unrefunded) {
      throw new StripeError(
        `Refund amount (${toDollars(amount)}) is greater than unrefunded amount on charge (${toDollars(unrefunded)})`,
        { param: 'amount' },
      )
    }
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge: charge.id,
      created: toSeconds(now),
      currency: charge['currency'],
      metadata: asked.metadata,
      payment_intent: asked.payment_intent,
      reason: asked.reason ?? null,
      status: 'succeeded',
    }
    insertObject(store, refund)
    const refunded = saveRefunded(store, charge, charge.amount_refunded + amount)
    recordEvent(store, 'refund.created', refund, now)
    recordEvent(store, 'charge.refunded', refunded, now)
    return refund
  })
}

/** The bank sends the money back, days later: it is with us again. */
export function failRefund(store: Store, id: string, now: Date): Refund {
  return store.transaction(() => {
    const refund = getObject(store, 'refund', id, 'refund')
    if (refund.status === 'failed') return refund
    const failed: Refund = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' }
    updateObject(store, failed)
    const charge = getObject(store, 'charge', refund.charge)
    saveRefunded(store, charge, charge.amount_refunded - refund.amount)
    recordEvent(store, 'refund.failed', failed, now)
    return failed
  })
}

/** The visitor's bank takes the money back, or only asks about the payment. */
export function disputeCharge(
  store: Store,
  paymentIntent: string,
  now: Date,
  status: 'needs_response' | 'warning_needs_response' = 'needs_response',
): void {
  store.transaction(() => {
    const charge = { ...getCharge(store, paymentIntent), disputed: true }
    const dispute: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount: charge.amount,
      charge: charge.id,
      created: toSeconds(now),
      payment_intent: paymentIntent,
      reason: 'fraudulent',
      status,
    }
    updateObject(store, charge)
    insertObject(store, dispute)
    recordEvent(store, 'charge.dispute.created', dispute, now)
  })
}

/** The decision of the visitor's bank. The charge stays marked as disputed, also where we win. Throws Stripe's refusal where none is open. */
export function closeDispute(store: Store, paymentIntent: string, status: 'won' | 'lost', now: Date): void {
  store.transaction(() => {
    const open = listObjectsOf(store, 'dispute', paymentIntent).find(
      ({ status: standing }) => standing === 'needs_response' || standing === 'warning_needs_response',
    )
    if (!open) throw new StripeError('This payment has no open dispute.')
    const isInquiry = open.status === 'warning_needs_response'
    const closed: Dispute = { ...open, status: isInquiry ? 'warning_closed' : status }
    updateObject(store, closed)
    recordEvent(store, 'charge.dispute.closed', closed, now)
    if (!isInquiry && status === 'won') recordEvent(store, 'charge.dispute.funds_reinstated', closed, now)
  })
}

function getCharge(store: Store, paymentIntent: string): Charge {
  const { latest_charge: id } = getObject(store, 'payment_intent', paymentIntent, 'payment_intent')
  if (id === null) {
    throw new StripeError(
      `This PaymentIntent (${paymentIntent}) does not have a successful charge to refund.`,
    )
  }
  return getObject(store, 'charge', id)
}

function saveRefunded(store: Store, charge: Charge, refundedCents: number): Charge {
  const refunded = { ...charge, amount_refunded: refundedCents, refunded: refundedCents === charge.amount }
  updateObject(store, refunded)
  return refunded
}

const toDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
