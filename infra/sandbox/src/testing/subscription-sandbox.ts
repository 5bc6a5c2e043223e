import Stripe from 'stripe'
import { startSandbox } from './test-sandbox.ts'

export const NEW_SUBSCRIPTION = {
  mode: 'subscription',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: 1_500,
        product_data: { name: 'Unlimited plan' },
        recurring: { interval: 'month' },
      },
    },
  ],
  success_url: 'http://localhost/plan?session_id={CHECKOUT_SESSION_ID}',
  customer_email: 'visitor@example.com',
  subscription_data: { metadata: { plan_id: 'plan-1' } },
} satisfies Stripe.Checkout.SessionCreateParams

/** A sandbox whose clock the test moves, and the real SDK on it. */
export async function startWithClock() {
  const sandbox = await startSandbox({ stripeSecretKey: 'sk_test_1' })
  const client = new Stripe('sk_test_1', {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  return {
    ...sandbox,
    client,
    later: (days: number) => (sandbox.clock.now = new Date(sandbox.clock.now.getTime() + days * 86_400_000)),
    change: (id: string, path: string, body: object = {}) =>
      sandbox.control('POST', `/subscriptions/${id}/${path}`, body),
    typesOf: async () => (await client.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed(),
  }
}

type Running = Awaited<ReturnType<typeof startWithClock>>

/** A subscription that was bought on the payment page. */
export async function subscribe({ client, control }: Running): Promise<Stripe.Subscription> {
  const { id } = await client.checkout.sessions.create(NEW_SUBSCRIPTION)
  await control('POST', `/payments/${id}/pay`, {})
  const { subscription } = await client.checkout.sessions.retrieve(id)
  return client.subscriptions.retrieve(idOf(subscription), { expand: ['latest_invoice'] })
}

export const idOf = (thing: string | { id: string } | null): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')
