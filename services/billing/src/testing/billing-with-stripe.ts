import type Stripe from 'stripe'
import { createTestBilling, NOON } from './billing.ts'
import { startTestStripe } from './stripe.ts'

/** Billing with the sandbox's Stripe, both on one clock; webhooks are delivered by the test. */
export async function createBillingWithStripe(env: Record<string, string> = {}) {
  const clock = { now: NOON }
  const { clearFaults, client, control, env: settings, stop, toWebhook } = await startTestStripe(clock)
  const billing = await createTestBilling({ ...settings, CHECKOUTS_PER_CLIENT: '10000', ...env }, clock)
  const { app, runJob } = billing

  /** Delivers an event as Stripe does. */
  async function deliver(event: Stripe.Event): Promise<void> {
    const { statusCode } = await app.inject(toWebhook(event))
    if (statusCode !== 200) throw new Error(`The webhook was answered ${statusCode}`)
  }

  async function work(): Promise<void> {
    while (await runJob('apply-stripe-events')) continue
    while (await runJob('settle-checkouts')) continue
    while (await runJob('settle-plans')) continue
  }

  return {
    ...billing,
    stripe: client,
    /** How billing reaches the sandbox's Stripe. */
    stripeAccount: { apiUrl: settings.STRIPE_API_URL, secretKey: settings.STRIPE_SECRET_KEY },
    deliver,
    /** Applies what was delivered and asks Stripe about what is due. */
    work,
    /** Events whose objects name one of these ids, oldest first. */
    async eventsNaming(...ids: string[]): Promise<Stripe.Event[]> {
      const events = await client.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
      return events.filter((event) => ids.some((id) => JSON.stringify(event).includes(id))).toReversed()
    },
    control: (path: string, body?: object) => control('POST', path, body),
    clearFaults,
    async close() {
      await billing.close()
      await stop()
    },
  }
}
