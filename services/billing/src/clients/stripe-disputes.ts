import type Stripe from 'stripe'

/** How a bank's objection to a payment stands: `taken`: its money is gone; `inquired`: the bank asks first, and the money is ours. */
export type Dispute = 'none' | 'inquired' | 'taken'

/**
 * Each of Stripe's states. An inquiry (`warning_…`) takes no money, and its charge can be refunded. In an open dispute the bank has the
 * money already.
 */
const STANDING: Partial<Record<string, Dispute>> = {
  needs_response: 'taken',
  under_review: 'taken',
  lost: 'taken',
  appeal_needs_response: 'taken',
  appeal_under_review: 'taken',
  warning_needs_response: 'inquired',
  warning_under_review: 'inquired',
  warning_closed: 'none',
  won: 'none',
  prevented: 'none',
} satisfies Record<Stripe.Dispute.Status, Dispute>

const PAGE = 100

/**
 * How the disputes of a payment stand, the worst of them. A charge stays marked as disputed after a dispute is won, so its disputes are read;
 * without any, the mark counts. A state that Stripe has added since is for a person to look at, and ends nothing.
 */
export async function readDispute(
  stripe: Stripe,
  paymentIntent: string,
  charge: { disputed: boolean } | null = null,
): Promise<Dispute> {
  if (charge?.disputed === false) return 'none'
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntent, limit: PAGE })
  if (data.length === 0) return charge ? 'taken' : 'none'
  return worstOf(data.map(({ status }) => STANDING[status] ?? 'inquired'))
}

export const worstOf = (disputes: Dispute[]): Dispute =>
  (['taken', 'inquired'] as const).find((standing) => disputes.includes(standing)) ?? 'none'
