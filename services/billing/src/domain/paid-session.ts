/** A Checkout Session of ours that was paid at Stripe. */
export type PaidSession = {
  sessionId: string
  /** The order, assist day or plan that it pays. */
  boughtId: string
  amountCents: number
}
