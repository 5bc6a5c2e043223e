import { alertTriggered, type TriggeredAlert } from '@walkon/contracts/events/alerts'
import { passActivated } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Channel } from '@walkon/contracts/values'
import type { EventLog } from '@walkon/messaging/event-log'
import { createRunningParts } from '@walkon/runtime/running-parts'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { startParts } from '@walkon/service/lifecycle'
import { createLog, type Log } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { createSealedTokens, type TokenPurpose } from '@walkon/service/sealed-tokens'
import { hashAddress } from '@walkon/service/address-hash'
import { createTestService, heard, PUBLIC_URL, testEnvironment, type Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import twilio from 'twilio'
import type { z } from 'zod'
import { notifier } from '../app.ts'
import type { Suppression } from '../db/suppressions.ts'
import { consents } from '../db/schema.ts'
import { suppressAddresses } from '../use-cases/suppress-address.ts'

/** The waits of production, much faster. */
export const SETTINGS = {
  MAIL_FROM: 'Walkon <alerts@walkon.example>',
  POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
  POSTMARK_SERVER_TOKEN: 'server-token',
  POSTMARK_WEBHOOK_USER: 'postmark',
  POSTMARK_WEBHOOK_PASSWORD: 'webhook-password',
  POSTMARK_API_URL: 'http://127.0.0.1:9',
  SMS_ENABLED: 'true',
  TWILIO_API_URL: 'http://127.0.0.1:9',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'twilio-token',
  TWILIO_MESSAGING_SERVICE_SID: 'MG1',
  PROVIDER_TIMEOUT_SECONDS: '0.2',
  DELIVERY_LEASE_SECONDS: '0.6',
  LOOKUP_LEAST_WAIT_SECONDS: '0.1',
  LOOKUP_WAIT_SECONDS: '0.6',
  TEXT_RETRY_SECONDS: '0.1',
  RETRY_DELAY_SECONDS: '0.05',
  PORT: '0',
  HOST: '127.0.0.1',
}

/** For tests that do not wait for a call to time out, on a machine that may be busy. */
export const PATIENT = { PROVIDER_TIMEOUT_SECONDS: '10', DELIVERY_LEASE_SECONDS: '20' }

const { TOKEN_KEYS = '' } = testEnvironment('')

export const KEYS = [new Uint8Array(Buffer.from(TOKEN_KEYS, 'base64url'))]

/** What seals and opens the links of the notifier under test. */
export const linksFor = (purpose: TokenPurpose) => createSealedTokens(purpose, KEYS)

/** The notifier on a database of its own, and the hands its tests need. */
export async function createTestNotifier({
  env = {},
  ...given
}: {
  log?: Log
  now?: () => Date
  env?: Record<string, string>
} = {}) {
  const service = await createTestService(notifier, { ...given, env: { ...SETTINGS, ...env } })
  const { db, url, hear, outboxEvents } = service
  const twilioTells = createTwilioTells(service.app)
  return {
    ...service,
    twilioTells,

    /** Tells what Twilio tells, and applies it. */
    async applyTwilio(params: Record<string, string>, query = '') {
      const response = await twilioTells(params, { query })
      while (await service.runJob('apply-twilio-events')) continue
      return response
    },

    /** A running notifier whose events stay in its outbox. */
    start: (options: StartOptions = {}) => startNotifier(db, url, options),
    request: (data: z.input<typeof notificationRequested.data>) => hear([heard(notificationRequested, data)]),
    suppress: (...suppressions: Suppression[]) => db.transaction((tx) => suppressAddresses(tx, suppressions)),

    /** The owners of the numbers of these alerts have answered YES. */
    confirmNumbers: (events: Heard[]) => confirmNumbers(db, events),

    /** What was put into the outbox, oldest first. */
    listPublished: async () =>
      (await outboxEvents()).map(({ type, data }) => ({ type, data: data as PublishedData })),
    listDeliveries: () =>
      db.execute<DeliveryView>(sql`
        select id, channel, address, state, attempt_no as "attemptNo", last_error as "lastError", content
        from deliveries order by created_at, address`),

    /** How many deliveries are in which state. */
    async countStates(): Promise<Record<string, number>> {
      const rows = await db.execute<{ state: string; count: number }>(sql`
        select state, count(*)::int as count from deliveries group by state`)
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },
  }
}

/** What Twilio posts to us, signed for our public address. */
const createTwilioTells =
  (app: HttpApp) =>
  async (params: Record<string, string>, how: TwilioTells = {}) => {
    const { query = '', token = SETTINGS.TWILIO_AUTH_TOKEN, sentParams = params, sentQuery = query } = how
    const signature = twilio.getExpectedTwilioSignature(token, PUBLIC_URL + pathOf(query), params)
    return app.inject({
      method: 'POST',
      url: pathOf(sentQuery),
      headers: {
        host: 'another-host.example',
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      },
      payload: new URLSearchParams(sentParams).toString(),
    })
  }

async function confirmNumbers(db: Database, events: Heard[]): Promise<void> {
  for (const { event } of events) {
    const { email, recipients } = alertTriggered.data.parse(event.data)
    for (const { channel, address: number } of recipients) {
      if (channel !== 'sms') continue
      const [numberHash, emailHash] = [hashAddress(number), hashAddress(email)]
      await db.insert(consents).values({
        numberHash,
        emailHash,
        number,
        email,
        version: '1',
        givenAt: new Date(),
        askedAt: new Date(),
        confirmedAt: new Date(),
      })
    }
  }
}

const pathOf = (query: string) => `/webhooks/twilio${query && `?${query}`}`

/** `sent…` is what arrives in place of what was signed. */
type TwilioTells = {
  query?: string
  token?: string
  sentParams?: Record<string, string>
  sentQuery?: string
}

type PublishedData = Record<string, unknown>

export type DeliveryView = {
  id: string
  channel: Channel
  address: string
  state: DeliveryState
  attemptNo: number
  lastError: string | null
  content: object | null
}

type StartOptions = {
  env?: Record<string, string>
  /** No loop looks for work by itself: what happens, a notification has caused. */
  onlyWhenWoken?: boolean
}

const HOUR_MS = 3_600_000

export async function startNotifier(
  db: Database,
  url: string,
  { env = {}, onlyWhenWoken = false }: StartOptions,
) {
  const configured = notifier.configure({ ...testEnvironment(url), ...SETTINGS, ...env })
  const metrics = createMetrics('notifier')
  const log = createLog({ service: 'notifier', level: 'silent' })
  const service = {
    ...configured,
    build(deps: Parameters<typeof configured.build>[0]) {
      const parts = configured.build(deps)
      const intervals = onlyWhenWoken ? { intervalMs: HOUR_MS } : {}
      return { ...parts, jobs: parts.jobs.map((job) => ({ ...job, ...intervals })) }
    },
  }
  const { parts } = createRunningParts(service, {
    db,
    cache: createMemoryCache(),
    log,
    metrics,
    now: () => new Date(),
    eventLog: emptyLog(),
    onFatal: () => {},
  })
  const running = parts.filter(({ name }) => name !== 'publish-outbox')
  return { metrics, stop: await startParts(running, log) }
}

const emptyLog = (): EventLog => ({
  publish: async () => {},
  subscribe: () => ({ start: async () => {}, stop: async () => {}, isAlive: () => true }),
  lag: async () => ({}),
  close: async () => {},
})

type AlertData = z.input<typeof alertTriggered.data>

export const anAlert = (overrides: Partial<TriggeredAlert> = {}): TriggeredAlert => ({
  alertId: randomUUID(),
  kind: 'short-wait',
  rideId: randomUUID(),
  rideName: 'Space Mountain',
  waitMinutes: 10,
  thresholdMinutes: 15,
  changedAt: new Date().toISOString(),
  usualMinutes: 55,
  ...overrides,
})

export const someAlerts = (overrides: Partial<AlertData> = {}): AlertData => {
  const email = overrides.email ?? `visitor-${randomUUID()}@example.com`
  return {
    subscriptionId: randomUUID(),
    email,
    recipients: [{ channel: 'email', address: email }],
    parkId: randomUUID(),
    parkName: 'Magic Kingdom',
    timezone: 'America/New_York',
    observedAt: new Date().toISOString(),
    nextAlertAt: new Date(Date.now() + 3_600_000).toISOString(),
    dates: ['2026-04-14', '2026-04-16'],
    alerts: [anAlert()],
    ...overrides,
  }
}

/** A pass of text messages, as billing publishes it. */
export const aTextPass = (overrides: Partial<z.input<typeof passActivated.data>> = {}): Heard =>
  heard(passActivated, {
    passId: randomUUID(),
    email: 'visitor@example.com',
    recipient: { channel: 'sms', address: '+14075550123' },
    consent: { version: '2026-11-22', givenAt: new Date().toISOString() },
    parkId: randomUUID(),
    parkName: 'Magic Kingdom',
    windows: [{ date: '2026-04-14', startsAt: '2026-04-14T04:00:00Z', endsAt: '2026-04-15T04:00:00Z' }],
    paid: true,
    ...overrides,
  })

export const anAlertEvent = (overrides: Partial<AlertData> = {}): Heard =>
  heard(alertTriggered, someAlerts(overrides))

let numbers = 0

/** A number of the United States that no other test data has. */
export const aNumber = () => `+1407555${String(1_000 + (numbers++ % 9_000))}`

/** Alerts that go to a number. */
export const textedEvent = (overrides: Partial<AlertData> = {}): Heard =>
  anAlertEvent({ recipients: [{ channel: 'sms', address: aNumber() }], ...overrides })
