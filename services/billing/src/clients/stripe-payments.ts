import type Stripe from 'stripe'
import { z } from 'zod'
import type { PaidSession } from '../domain/paid-session.ts'
import { connectStripe, type StripeOptions } from './stripe-connection.ts'

export type StripePayments = {
  /** Our paid sessions that were opened since then, a page of Stripe's list at a time, newest first. Throws the errors of the SDK. */
  listPaidSince(since: Date): AsyncIterable<PaidSession[]>
}

/** The most that Stripe gives in a page. */
const PAGE = 100

/** Stripe's own list of payments. Sessions that name nothing of ours are those of another shop on the same account. */
export function createStripePayments(options: StripeOptions): StripePayments {
  const stripe = connectStripe(options, { maxNetworkRetries: 1 })
  return {
    async *listPaidSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) }
      let after: string | undefined
      do {
        const page = await stripe.checkout.sessions.list({
          created,
          status: 'complete',
          limit: PAGE,
          ...(after !== undefined && { starting_after: after }),
        })
        yield page.data.flatMap(toPaid)
        after = page.has_more ? page.data.at(-1)?.id : undefined
      } while (after !== undefined)
    },
  }
}

function toPaid({
  id,
  metadata,
  payment_status: paymentStatus,
  amount_total: amount,
}: Stripe.Checkout.Session): PaidSession[] {
  const bought = z.uuid().safeParse(metadata?.['order_id'] ?? metadata?.['plan_id'])
  if (paymentStatus !== 'paid' || !bought.success) return []
  return [{ sessionId: id, boughtId: bought.data, amountCents: amount ?? 0 }]
}
