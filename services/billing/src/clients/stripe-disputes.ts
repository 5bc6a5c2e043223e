import type Stripe from 'stripe'

/** The bank has decided for us, or has closed an inquiry without a dispute. */
const SETTLED: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'])
const PAGE = 100

/**
 * Whether the buyer's bank disputes a payment, or has taken it back. A charge stays marked as disputed after a dispute is won, so its
 * disputes say how they stand.
 */
export async function isDisputed(
  stripe: Stripe,
  paymentIntent: string,
  charge: { disputed: boolean },
): Promise<boolean> {
  if (!charge.disputed) return false
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntent, limit: PAGE })
  return data.length === 0 || data.some(({ status }) => !SETTLED.has(status))
}

/** Whether a payment has a dispute that is open or lost. */
export async function hasOpenDispute(stripe: Stripe, paymentIntent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntent, limit: PAGE })
  return data.some(({ status }) => !SETTLED.has(status))
}
