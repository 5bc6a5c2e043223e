import { notificationRequested } from '@walkon/contracts/events/notifications'
import { createSandbox } from '@walkon/sandbox/app'
import type { Environment } from '@walkon/service/config'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { anAddress, createTestBilling, NOON, TOMORROW, type Sender } from './billing.ts'

const KEY = 'sk_test_checkouts'
/** What signs webhooks: the secret in use, and the one that it replaces. */
export const WEBHOOK_SECRET: string = 'whsec_new'
export const PREVIOUS_SECRET: string = 'whsec_old'

/** The fields of a checkout that a test names; the others are those of an email order for tomorrow. */
export type CheckoutFields = { email?: string; dates?: string[]; [field: string]: unknown }

export type TestCheckouts = Awaited<ReturnType<typeof createTestCheckouts>>

/** Billing beside the sandbox's Stripe, which it reaches by the real SDK. Both have the same clock. */
export async function createTestCheckouts(env: Environment = {}) {
  const clock = { now: NOON }
  const sandbox = await startSandbox(clock)
  const billing = await createTestBilling(
    {
      STRIPE_API_URL: sandbox.url,
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRETS: `${WEBHOOK_SECRET},${PREVIOUS_SECRET}`,
      SMS_ENABLED: 'true',
      CHECKOUTS_PER_CLIENT: '10000',
      PROMO_GUESSES_PER_CLIENT: '10000',
      PROMO_GUESSES_PER_MINUTE: '10000',
      ACTIVATION_MAILS_PER_CLIENT: '10000',
      ...env,
    },
    clock,
  )
  const visitor = createBuyer(billing)
  const { deliver, eventsOf } = createDeliveries(billing, sandbox.stripe)

  /** Delivers what has happened to a session, oldest first, and works on it. */
  async function hearAbout(sessionId: string): Promise<void> {
    for (const event of await eventsOf(sessionId)) await deliver(event)
    await visitor.work()
  }

  return {
    ...billing,
    ...sandbox,
    ...visitor,
    deliver,
    eventsOf,
    hearAbout,
    /** The Pay button, and all that follows from it. */
    buy: async (sessionId: string) => {
      await sandbox.pay(sessionId)
      await hearAbout(sessionId)
    },
    receiptsTo: async (email: string) =>
      (await billing.published(notificationRequested)).filter(
        ({ recipient, notification }) =>
          recipient.address === email && notification.name === 'payment-receipt',
      ),
    close: async () => {
      await billing.close()
      await sandbox.stop()
    },
  }
}

async function startSandbox(clock: { now: Date }) {
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

  /** Asks the sandbox's control addresses. */
  const control = (path: string, body: object = {}) =>
    fetch(`${url}/sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    url,
    stripe: new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http' }),
    control,
    pay: (sessionId: string, outcome?: string) => control(`/payments/${sessionId}/pay`, { outcome }),
    stop: async () => {
      await sandbox.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

type Billing = Awaited<ReturnType<typeof createTestBilling>>

/** What a visitor does who buys, and billing's work on it. */
function createBuyer({ app, parkId, post, runJob }: Billing) {
  const start = (
    { email = anAddress(), dates = [TOMORROW], channel = 'email', ...others }: CheckoutFields = {},
    from?: Sender,
  ) => post('/checkouts', { email, parkId, dates, channel, ...others }, from)

  /** The session of a new order. */
  async function open(fields: CheckoutFields = {}, from?: Sender): Promise<string> {
    const response = await start(fields, from)
    expect(response.statusCode).toBe(201)
    return response.json<{ sessionId: string }>().sessionId
  }

  return {
    start,
    open,
    stateOf: async (sessionId: string) =>
      (await app.inject({ url: `/checkouts/${sessionId}` })).json<{ status: string }>(),
    /** Applies the stored webhooks, then asks Stripe for whatever is due. */
    work: async () => {
      while (await runJob('apply-stripe-events')) continue
      while (await runJob('settle-checkouts')) continue
    },
  }
}

/** Stripe's webhooks, delivered by the test. */
function createDeliveries({ app }: Billing, stripe: Stripe) {
  function deliver(event: Stripe.Event, secret = WEBHOOK_SECRET, payload = JSON.stringify(event)) {
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret })
    return app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      payload,
    })
  }

  /** What has happened to a session, oldest first. */
  async function eventsOf(sessionId: string): Promise<Stripe.Event[]> {
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
    const names = (text: string) =>
      text.includes(sessionId) || (typeof intent === 'string' && text.includes(intent))
    return events.filter((event) => names(JSON.stringify(event))).toReversed()
  }

  return { deliver, eventsOf }
}
