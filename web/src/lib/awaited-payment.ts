/** A bank works on the payment: a debit takes days. */
export const PAYMENT_ON_ITS_WAY = 'Your payment is on its way'
export const BANK_NEEDS_TIME = 'Your bank needs some time. We’ll email you as soon as we know how it went.'

const SOON_MS = 2_000
const SOON_ANSWERS = 15
const LATER_MS = 30_000

/**
 * The pause in ms before a page asks again for a payment, or for the alerts of an order. It is short while the webhook of a card or
 * another service may be about to bring them, and long while a bank works on the payment.
 */
export const pauseUntilKnown = (answers: number): number => (answers <= SOON_ANSWERS ? SOON_MS : LATER_MS)
