import Stripe from 'stripe'
import { startSandbox, temporaryFolder } from './test-sandbox.ts'
import { startReceiver } from './webhook-receiver.ts'

export const SECRET = 'whsec_test'
export const NEW_SESSION = {
  mode: 'payment',
  line_items: [
    {
      quantity: 3,
      price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'Email alerts' } },
    },
  ],
  success_url: 'http://localhost/subscription-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost/',
  customer_email: 'visitor@example.com',
  client_reference_id: 'order-1',
  metadata: { order_id: 'order-1' },
  payment_intent_data: { metadata: { order_id: 'order-1' } },
} satisfies Stripe.Checkout.SessionCreateParams

/** A sandbox and the real SDK on it, with an address for its webhooks. */
export async function startStripe(dataDir = temporaryFolder()) {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({
    dataDir,
    now: () => new Date(),
    stripeSecretKey: 'sk_test_1',
    stripeWebhook: { url: receiver.url, secret: SECRET },
    webhookRetryDelaysMs: [10, 10, 10],
  })
  const options = { host: '127.0.0.1', port: sandbox.port, protocol: 'http', maxNetworkRetries: 0 } as const
  const client = new Stripe('sk_test_1', options)
  return {
    ...sandbox,
    client,
    options,
    receiver,
    pay: (id: string, outcome?: string) => sandbox.control('POST', `/payments/${id}/pay`, { outcome }),
    types: () => receiver.records().map(({ type }) => type),
  }
}

export const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session): string => {
  if (typeof intent !== 'string') throw new Error('The session has no payment intent')
  return intent
}

/** A paid session's intent. */
export async function buy({ client, pay }: Awaited<ReturnType<typeof startStripe>>): Promise<string> {
  const session = await client.checkout.sessions.create(NEW_SESSION)
  await pay(session.id)
  const paid = await client.checkout.sessions.retrieve(session.id)
  return intentOf(paid)
}
