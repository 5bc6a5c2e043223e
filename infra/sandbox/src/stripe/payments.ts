import type { Store } from '../state/store.ts'
import { getSession, toAnswer } from './checkout-sessions.ts'
import { recordEvent } from './events.ts'
import { charge, insertIntent } from './charges.ts'
import { getObject, insertObject, newId, toSeconds, updateObject } from './objects.ts'
import type { Customer, PaymentIntent, Session, StripeObject } from './shapes.ts'
import { StripeError } from './errors.ts'
import { createSubscription } from './subscriptions.ts'

export const OUTCOMES = ['paid', 'declined', 'processing'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** With the charge in place of its id, as `expand` asks for. */
export const withCharge = (store: Store, intent: PaymentIntent): StripeObject =>
  intent.latest_charge === null
    ? intent
    : { ...intent, latest_charge: getObject(store, 'charge', intent.latest_charge) }

/** The session can no longer be paid: it is complete, or its time is over. */
export class SessionClosed extends Error {}

/**
 * The effect of the Pay button. A declined card leaves the session open; a payment in process completes it unpaid, and a second call tells
 * how that ended. Throws `SessionClosed` and Stripe's refusal of an unknown session.
 */
export function paySession(store: Store, id: string, outcome: Outcome, now: Date): Session {
  return store.transaction(() => {
    const session = getSession(store, id, now)
    if (session.mode === 'subscription') return subscribe(store, session, outcome, now)
    const intent = session.payment_intent ? getObject(store, 'payment_intent', session.payment_intent) : null
    const isInProcess = session.status === 'complete' && intent?.status === 'processing'
    if (session.status !== 'open' && !isInProcess) throw new SessionClosed(session.status)
    return isInProcess
      ? endProcessing(store, session, intent, outcome, now)
      : tryToPay(store, session, intent ?? createIntent(store, session, now), outcome, now)
  })
}

/** A declined card leaves the session open; one that works pays the first month. Cards alone are taken. */
function subscribe(store: Store, session: Session, outcome: Outcome, now: Date): Session {
  if (session.status !== 'open') throw new SessionClosed(session.status)
  if (outcome === 'processing') throw new StripeError('The session takes cards alone.')
  const [item] = session.sandbox.items
  if (outcome === 'declined' || !item) return session
  const customer = createCustomer(store, session.customer_email, now)
  const { metadata } = session.sandbox.subscription
  const subscription = createSubscription(store, { customer, item, metadata }, now)
  const complete: Session = {
    ...session,
    status: 'complete',
    payment_status: 'paid',
    customer: customer.id,
    subscription: subscription.id,
    url: null,
  }
  updateObject(store, complete)
  recordEvent(store, 'checkout.session.completed', toAnswer(complete), now)
  return complete
}

function createCustomer(store: Store, email: string | null, now: Date): Customer {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: toSeconds(now),
    email,
    livemode: false,
    metadata: {},
  }
  insertObject(store, customer)
  recordEvent(store, 'customer.created', customer, now)
  return customer
}

function tryToPay(
  store: Store,
  session: Session,
  intent: PaymentIntent,
  outcome: Outcome,
  now: Date,
): Session {
  if (outcome === 'declined') {
    decline(store, intent, now)
    const open = { ...session, payment_intent: intent.id }
    updateObject(store, open)
    return open
  }
  if (outcome === 'paid') charge(store, intent, now)
  else updateObject(store, { ...intent, status: 'processing' })
  const complete: Session = {
    ...session,
    status: 'complete',
    payment_status: outcome === 'paid' ? 'paid' : 'unpaid',
    payment_intent: intent.id,
    url: null,
  }
  updateObject(store, complete)
  recordEvent(store, 'checkout.session.completed', toAnswer(complete), now)
  return complete
}

function endProcessing(
  store: Store,
  session: Session,
  intent: PaymentIntent,
  outcome: Outcome,
  now: Date,
): Session {
  if (outcome === 'processing') return session
  if (outcome === 'declined') {
    decline(store, intent, now)
    recordEvent(store, 'checkout.session.async_payment_failed', toAnswer(session), now)
    return session
  }
  charge(store, intent, now)
  const paid: Session = { ...session, payment_status: 'paid' }
  updateObject(store, paid)
  recordEvent(store, 'checkout.session.async_payment_succeeded', toAnswer(paid), now)
  return paid
}

function createIntent(store: Store, session: Session, now: Date): PaymentIntent {
  const { amount_total: amount, currency, customer_email: email, sandbox } = session
  return insertIntent(store, { amount, currency, email, ...sandbox.payment }, now)
}

function decline(store: Store, intent: PaymentIntent, now: Date): void {
  const declined: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: {
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      type: 'card_error',
    },
  }
  updateObject(store, declined)
  recordEvent(store, 'payment_intent.payment_failed', declined, now)
}
