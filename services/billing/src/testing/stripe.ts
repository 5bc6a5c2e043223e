import { createSandbox } from '@walkon/sandbox/app'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'

const KEY = 'sk_test_billing'
/** What signs webhooks: the secret in use, and the one that it replaces. */
export const WEBHOOK_SECRET: string = 'whsec_new'
export const PREVIOUS_SECRET: string = 'whsec_old'

/** The sandbox's Stripe for a billing under test, with the hands of visitors, their banks and the Dashboard. */
export async function startTestStripe(clock: { now: Date }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-stripe-'))
  const sandbox = createSandbox({
    dataDir,
    seed: 'billing',
    now: () => clock.now,
    host: '127.0.0.1',
    port: 0,
    postmarkServerToken: 'x',
    stripeSecretKey: KEY,
  })
  const port = await sandbox.start()
  const url = `http://127.0.0.1:${port}`
  const client = new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http' })
  return {
    client,
    url,
    env: {
      STRIPE_API_URL: url,
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRETS: `${WEBHOOK_SECRET},${PREVIOUS_SECRET}`,
    },
    ...createHands(url),
    ...createBooks(client),
    stop: async () => {
      await sandbox.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** What people do at Stripe, and what goes wrong there. */
function createHands(url: string) {
  async function control(method: string, path: string, body: object = {}): Promise<unknown> {
    const response = await fetch(`${url}/sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  return {
    control,
    pay: (sessionId: string, outcome = 'paid') => control('POST', `/payments/${sessionId}/pay`, { outcome }),
    /** As a person does it in the Dashboard; all that is left without an amount. */
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

/** What Stripe knows, and what it tells. */
function createBooks(client: Stripe) {
  let newest: string | undefined
  return {
    refundsOf: async (sessionId: string): Promise<Stripe.Refund[]> => {
      const { payment_intent: intent } = await client.checkout.sessions.retrieve(sessionId)
      if (typeof intent !== 'string') return []
      return (await client.refunds.list({ payment_intent: intent, limit: 100 })).data
    },
    /** What has happened since the last call, oldest first. */
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
