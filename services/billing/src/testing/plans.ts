import { planCoverageChanged } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { AssistDayView, newAssistDay } from '@walkon/contracts/http/assist-days'
import type { PlanView } from '@walkon/contracts/http/plans'
import type { Environment } from '@walkon/service/config'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { z } from 'zod'
import { anAddress, createTestBilling, NOON, saleKeys, TODAY } from './billing.ts'
import { startTestStripe } from './stripe.ts'

/** Billing with the sandbox's Stripe, and accounts that buy plans there. */
export async function createTestPlans(settings: Environment = {}) {
  const billing = await createBillingWithStripe(settings)
  return {
    ...billing,
    ...createBuyer(billing),
    /** `sent` are further headers of all requests. */
    anOwner: (sent: Record<string, string> = {}) => createOwner(billing, sent),
  }
}

type BillingWithStripe = Awaited<ReturnType<typeof createBillingWithStripe>>

/** Billing and Stripe, both on one clock; webhooks are delivered by the test. */
async function createBillingWithStripe(settings: Environment) {
  const clock = { now: NOON }
  const { clearFaults, client, control, env, stop, toWebhook } = await startTestStripe(clock)
  const billing = await createTestBilling({ ...env, CHECKOUTS_PER_CLIENT: '10000', ...settings }, clock)
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
    while (await runJob('settle-assist-days')) continue
  }

  return {
    ...billing,
    stripe: client,
    /** How billing reaches the sandbox's Stripe. */
    stripeAccount: { apiUrl: env.STRIPE_API_URL, secretKey: env.STRIPE_SECRET_KEY },
    deliver,
    /** Applies delivered webhooks, then settles all that is due with Stripe. */
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

type AssistDayAsked = z.output<typeof newAssistDay>

/** A visitor with an account, and the requests of its browser. */
function createOwner(
  { accounts, app, clock, parkId: somePark, published }: BillingWithStripe,
  sent: Record<string, string>,
) {
  const owner = { userId: randomUUID() as string, email: anAddress() }
  const headers = { ...accounts.headersFor(owner), ...sent }
  const post = (url: string, payload?: object) =>
    app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
  return {
    ...owner,
    /** Buys a day with planner's key, unless a test names another one. */
    buyAssistDay: async ({ date = TODAY, parkId = somePark, saleKey }: Partial<AssistDayAsked> = {}) =>
      post('/assist-days/checkout', {
        parkId,
        date,
        saleKey: saleKey ?? (await saleKeys.seal({ userId: owner.userId, parkId }, clock.now)),
      }),
    assistDay: async () => (await app.inject({ url: '/assist-day', headers })).json<AssistDayView>(),
    buy: () => post('/plan/checkout'),
    portal: () => post('/plan/portal'),
    plan: async () => (await app.inject({ url: '/plan', headers })).json<PlanView>(),
    /** Reads the plan as its page does after the portal. */
    comeBack: async () => (await app.inject({ url: '/plan?returned=portal', headers })).json<PlanView>(),
    letters: async () =>
      (await published(notificationRequested))
        .filter(({ recipient }) => recipient.address === owner.email)
        .map(({ notification }) => notification.name),
    coverage: async () =>
      (await published(planCoverageChanged))
        .filter(({ email }) => email === owner.email)
        .map(({ coveredUntil, version }) => ({ coveredUntil, version })),
  }
}
export type Owner = ReturnType<typeof createOwner>

/** Opens the page on which the owner pays for a plan. */
export async function openPage(owner: Owner): Promise<string> {
  const response = await owner.buy()
  expect(response.statusCode).toBe(201)
  return response.json<{ sessionId: string }>().sessionId
}

function createBuyer({ control, deliver, eventsNaming, stripe, work }: BillingWithStripe) {
  /** Delivers the events of these objects, oldest first, and works on them. */
  async function hearAbout(...ids: string[]): Promise<void> {
    for (const event of await eventsNaming(...ids)) await deliver(event)
    await work()
  }

  /** Pays the page of a plan, and tells billing so. */
  async function pay(sessionId: string): Promise<{ subscriptionId: string; customerId: string }> {
    await control(`/payments/${sessionId}/pay`)
    await hearAbout(sessionId)
    const { subscription, customer } = await stripe.checkout.sessions.retrieve(sessionId)
    return { subscriptionId: idOf(subscription), customerId: idOf(customer) }
  }

  return {
    hearAbout,
    pay,
    /** A plan that is paid, and known to be. */
    buy: async (owner: Owner) => pay(await openPage(owner)),
    changeSubscription: (id: string, path: string, body?: object) =>
      control(`/subscriptions/${id}/${path}`, body),
    subscriptionsOf: async (customer: string) =>
      (await stripe.subscriptions.list({ customer })).data.map(({ status }) => status),
  }
}

export const codeOf = (response: { body: string }) =>
  z.object({ code: z.string() }).parse(JSON.parse(response.body)).code
export const idOf = (thing: string | { id: string } | null): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')
