import { startServiceSandbox, type ServiceSandbox } from '@walkon/sandbox/testing/service-sandbox'
import Stripe from 'stripe'

const KEY = 'sk_test_billing'
/** Secrets that sign webhooks: the one in use, and the one that it replaces. */
export const WEBHOOK_SECRET: string = 'whsec_new'
export const PREVIOUS_SECRET: string = 'whsec_old'

/** The sandbox's Stripe for a billing under test, with the hands of visitors, their banks and the Dashboard. */
export async function startTestStripe(clock: { now: Date }) {
  const { url, port, control, stop } = await startServiceSandbox('billing', clock, { stripeSecretKey: KEY })
  const client = new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http' })
  return {
    client,
    url,
    env: {
      STRIPE_API_URL: url,
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRETS: `${WEBHOOK_SECRET},${PREVIOUS_SECRET}`,
    },
    ...createHands(control),
    ...createBooks(client),
    stop,
  }
}

/** Acts of people at Stripe, and its faults. */
function createHands(call: ServiceSandbox['control']) {
  const control = (method: string, path: string, body: object = {}) =>
    call(method, path, method === 'GET' ? undefined : body)
  return {
    control,
    pay: (sessionId: string, outcome = 'paid') => control('POST', `/payments/${sessionId}/pay`, { outcome }),
    /** Refunds as a person does in the Dashboard; all that is left without an amount. */
    refundByHand: (sessionId: string, amountCents?: number) =>
      control('POST', `/payments/${sessionId}/refund`, { amountCents }),
    dispute: (sessionId: string) => control('POST', `/payments/${sessionId}/dispute`),
    closeDispute: (sessionId: string, outcome: 'won' | 'lost') =>
      control('POST', `/payments/${sessionId}/dispute/close`, { outcome }),
    failRefund: (refundId: string) => control('POST', `/refunds/${refundId}/fail`),
    fault: (kind: string, count: number, rate = 1) =>
      control('POST', '/faults', { provider: 'stripe', kind, count, rate }),
    clearFaults: () => control('DELETE', '/faults'),
  }
}

/** Stripe's records and events. */
function createBooks(client: Stripe) {
  let newest: string | undefined
  return {
    refundsOf: async (sessionId: string): Promise<Stripe.Refund[]> => {
      const { payment_intent: intent } = await client.checkout.sessions.retrieve(sessionId)
      if (typeof intent !== 'string') return []
      return (await client.refunds.list({ payment_intent: intent, limit: 100 })).data
    },
    /** Returns the events since the last call, oldest first. */
    takeEvents: async (): Promise<Stripe.Event[]> => {
      const isFirst = newest === undefined
      const page = { limit: 100, ...(newest !== undefined && { ending_before: newest }) }
      const events: Stripe.Event[] = []
      for await (const event of client.events.list(page)) events.push(event)
      // Without a cursor the SDK goes from the newest to the oldest, with one the other way.
      const inOrder = isFirst ? events.toReversed() : events
      newest = inOrder.at(-1)?.id ?? newest
      return inOrder
    },
    /** The request with which Stripe delivers an event. */
    toWebhook: (event: Stripe.Event, secret = WEBHOOK_SECRET, payload = JSON.stringify(event)) => {
      const signature = client.webhooks.generateTestHeaderString({ payload, secret })
      return {
        method: 'POST' as const,
        url: '/webhooks/stripe',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      }
    },
  }
}
