import { passEnded } from '@walkon/contracts/events/alerts'
import { passActivated, passRefunded } from '@walkon/contracts/events/billing'
import { deliveryRecorded, notificationRequested } from '@walkon/contracts/events/notifications'
import type { DeliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { findGuarantee } from '../db/guarantee/guarantees.ts'
import { anAddress, createTestBilling, NOON, TOMORROW, type TestBilling } from './billing.ts'
import { startTestStripe } from './stripe.ts'

export type Bought = { email: string; sessionId: string; passId: string }
export type Alert = { alertId: string; rideId: string; counts?: boolean }

/** Short waits. */
const WAITS = {
  STRIPE_TIMEOUT_SECONDS: '2',
  // Each alert has one message, unless a test says otherwise.
  ALERT_MESSAGES_MINUTES: '0',
}

export const anAlert = (rideId: string = randomUUID()): Alert => ({ alertId: randomUUID(), rideId })
export const someAlerts = (count: number): Alert[] => Array.from({ length: count }, () => anAlert())

/** The fact that alert-evaluator publishes at the end of a pass. */
export const ended = (passId: string, alerts: Alert[] = [], endedAt = NOON) =>
  heard(passEnded, { passId, subscriptionId: randomUUID(), endedAt: endedAt.toISOString(), alerts })

export type Told = { deliveryId?: string; channel?: Channel; recordedAt?: Date }

/** The fact that notifier publishes of a message that carried these alerts. */
export const told = (
  alerts: Alert[],
  outcome: DeliveryOutcome,
  { deliveryId = randomUUID(), channel = 'email', recordedAt = NOON }: Told = {},
) =>
  heard(deliveryRecorded, {
    deliveryId,
    channel,
    outcome,
    reason: outcome === 'accepted' || outcome === 'delivered' ? null : 'a-reason',
    alerts,
    recordedAt: recordedAt.toISOString(),
  })

type Refunds = { amount: number; status: string | null }[]

export const amountsOf = (refunds: Refunds) =>
  refunds.map(({ amount }) => amount).toSorted((one, other) => one - other)
/** The cents that went back to the visitor. */
export const sumOf = (refunds: Refunds) =>
  refunds.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0)

/** Billing with the sandbox's Stripe, and what happens to passes that were paid there. */
export async function createTestGuarantees(env: Record<string, string> = {}) {
  const clock = { now: NOON }
  const stripe = await startTestStripe(clock)
  const billing = await createTestBilling(
    { ...stripe.env, ...WAITS, SMS_ENABLED: 'true', CHECKOUTS_PER_CLIENT: '1000000', ...env },
    clock,
  )
  const { db, hear, published, runJob } = billing
  const workers = createWorkers(billing, stripe)
  return {
    ...billing,
    ...workers,
    stripe,
    /** The letters to an address, oldest first; of one kind if it is named. */
    lettersTo: async (address: string, name?: string) =>
      (await published(notificationRequested))
        .filter(({ recipient }) => recipient.address === address)
        .map(({ notification }) => notification)
        .filter((letter) => name === undefined || letter.name === name),
    guaranteeOf: (passId: string) => findGuarantee(db, passId),
    /** An unmet guarantee that is decided, before Stripe is asked. */
    decideOnly: async ({ passId }: { passId: string }): Promise<void> => {
      await hear([ended(passId)])
      while (await runJob('judge-guarantees')) continue
      expect(await findGuarantee(db, passId)).toMatchObject({ decision: 'refund', owedState: 'due' })
    },
    refundsPublished: async (passId: string) =>
      (await published(passRefunded)).filter((refunded) => refunded.passId === passId),
    /** Ends a pass with so many rides delivered, one alert each, and works. */
    endWith: async (passId: string, delivered: number): Promise<void> => {
      const alerts = someAlerts(delivered)
      if (delivered > 0) await hear([told(alerts, 'delivered')])
      await hear([ended(passId, alerts)])
      await workers.work()
    },
    close: async () => {
      await billing.close()
      await stripe.stop()
    },
  }
}

type Stripe = Awaited<ReturnType<typeof startTestStripe>>
type NewOrder = { email?: string; dates?: string[] }

function createWorkers({ app, parkId, post, published, runJob }: TestBilling, stripe: Stripe) {
  /** Runs the jobs until none has anything to do at once. */
  async function work(): Promise<void> {
    while (await runJob('apply-stripe-events')) continue
    while (await runJob('settle-checkouts')) continue
    while (await runJob('judge-guarantees')) continue
    while (await runJob('settle-checkouts')) continue
    // A refund makes its payment due once more.
    while (await runJob('settle-checkouts')) continue
  }

  /** Delivers what Stripe has to tell, and works on it. */
  async function hearStripe(): Promise<void> {
    for (const event of await stripe.takeEvents()) await app.inject(stripe.toWebhook(event))
    await work()
  }

  /** A paid order and its pass. */
  async function buy({ email = anAddress(), dates = [TOMORROW] }: NewOrder = {}): Promise<Bought> {
    const response = await post('/checkouts', { email, parkId, dates, channel: 'email' })
    const { sessionId } = response.json<{ sessionId: string }>()
    await stripe.pay(sessionId)
    await hearStripe()
    const pass = (await published(passActivated)).find((activated) => activated.email === email)
    if (!pass) throw new Error('The paid order has no pass')
    return { email, sessionId, passId: pass.passId }
  }

  return { work, hearStripe, buy }
}
