import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Environment } from '@walkon/service/config'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { anAddress, createTestBilling, NOON, TOMORROW, type Sender } from './billing.ts'
import { startTestStripe } from './stripe.ts'

/** The fields of a checkout that a test names; the others are those of an email order for tomorrow. */
export type CheckoutFields = { email?: string; dates?: string[]; [field: string]: unknown }

export type TestCheckouts = Awaited<ReturnType<typeof createTestCheckouts>>

/** Billing beside the sandbox's Stripe, which it reaches by the real SDK. Both have the same clock. */
export async function createTestCheckouts(env: Environment = {}) {
  const clock = { now: NOON }
  const { clearFaults, client, control, env: settings, pay, stop, toWebhook } = await startTestStripe(clock)
  const billing = await createTestBilling(
    {
      ...settings,
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
  const { deliver, eventsOf } = createDeliveries(billing, client, toWebhook)

  /** Delivers the events of a session, oldest first, and works on them. */
  async function hearAbout(sessionId: string): Promise<void> {
    for (const event of await eventsOf(sessionId)) await deliver(event)
    await visitor.work()
  }

  async function buy(sessionId: string): Promise<void> {
    await pay(sessionId)
    await hearAbout(sessionId)
  }

  return {
    ...billing,
    ...visitor,
    stripe: client,
    stripeUrl: settings.STRIPE_API_URL,
    control: (path: string, body?: object) => control('POST', path, body),
    clearFaults,
    pay,
    deliver,
    eventsOf,
    hearAbout,
    /** The Pay button, and all that follows from it. */
    buy,
    /** An address that has paid for tomorrow. */
    aBuyer: async (): Promise<string> => {
      const email = anAddress()
      await buy(await visitor.open({ email }))
      return email
    },
    receiptsTo: async (email: string) =>
      (await billing.published(notificationRequested)).filter(
        ({ recipient, notification }) =>
          recipient.address === email && notification.name === 'payment-receipt',
      ),
    close: async () => {
      await billing.close()
      await stop()
    },
  }
}

type Billing = Awaited<ReturnType<typeof createTestBilling>>
type TestStripe = Awaited<ReturnType<typeof startTestStripe>>

/** Acts of a buyer, and billing's work on them. */
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
    /** Applies the stored webhooks, then settles all that is due with Stripe. */
    work: async () => {
      while (await runJob('apply-stripe-events')) continue
      while (await runJob('settle-checkouts')) continue
    },
  }
}

/** Stripe's webhooks, delivered by the test. */
function createDeliveries({ app }: Billing, stripe: Stripe, toWebhook: TestStripe['toWebhook']) {
  const deliver = (...event: Parameters<typeof toWebhook>) => app.inject(toWebhook(...event))

  /** Lists the events of a session, oldest first. */
  async function eventsOf(sessionId: string): Promise<Stripe.Event[]> {
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
    const names = (text: string) =>
      text.includes(sessionId) || (typeof intent === 'string' && text.includes(intent))
    return events.filter((event) => names(JSON.stringify(event))).toReversed()
  }

  return { deliver, eventsOf }
}
