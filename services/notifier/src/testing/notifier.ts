import { alertTriggered, doneForTodayPredicted, type TriggeredAlert } from '@walkon/contracts/events/alerts'
import { passActivated } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Channel } from '@walkon/contracts/values'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import type { Log } from '@walkon/service/log'
import { createSealedTokens, type TokenPurpose } from '@walkon/service/sealed-tokens'
import { hashAddress } from '@walkon/service/address-hash'
import { createTestService, heard, PUBLIC_URL, testEnvironment, type Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import twilio from 'twilio'
import type { z } from 'zod'
import { notifier } from '../app.ts'
import type { Suppression } from '../db/suppressions/suppressions.ts'
import { consents } from '../db/schema.ts'
import { publishOutcomes } from '../use-cases/deliveries/publish-outcomes.ts'
import { suppressAddresses } from '../use-cases/suppressions/suppress-address.ts'
import { startNotifier, type StartOptions } from './running-notifier.ts'
import { SETTINGS } from './settings.ts'

const { TOKEN_KEYS = '' } = testEnvironment('')

export const KEYS = [new Uint8Array(Buffer.from(TOKEN_KEYS, 'base64url'))]

/** Seals and opens the links of the notifier under test. */
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
  const { db, url, hear } = service
  const twilioTells = createTwilioTells(service.app)
  const outboxEvents = () => afterOutcomes(db, service.outboxEvents)
  return {
    ...service,
    twilioTells,
    outboxEvents,
    published: ((definition) =>
      afterOutcomes(db, () => service.published(definition))) as typeof service.published,

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

    /** Lists the outbox, oldest first. */
    listPublished: async () =>
      (await outboxEvents()).map(({ type, data }) => ({ type, data: data as PublishedData })),
    listDeliveries: () =>
      db.execute<DeliveryView>(sql`
        select id, channel, address, state, attempt_no as "attemptNo", last_error as "lastError", content
        from deliveries order by created_at, address`),

    /** Ends the farewells to deleted accounts. Returns where they went. */
    async endFarewells(): Promise<string[]> {
      const farewells = await db.execute<{ address: string }>(sql`
        update deliveries set expires_at = now() where source = 'farewell' returning address`)
      await service.runJob('expire-deliveries')
      return farewells.map(({ address }) => address)
    },

    /** How many deliveries are in which state. */
    async countStates(): Promise<Record<string, number>> {
      const rows = await db.execute<{ state: string; count: number }>(sql`
        select state, count(*)::int as count from deliveries group by state`)
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },
  }
}

/** Reads the published events, with the outcomes that still wait. */
async function afterOutcomes<Read>(db: Database, read: () => Promise<Read>): Promise<Read> {
  while ((await publishOutcomes(db, { quiet: 0, longest: 0 })) === 'published') continue
  return read()
}

/** Posts as Twilio does, signed for our public address. */
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

/** `sent…` arrives in place of the signed message. */
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

/** A ride that is probably done for today, as one poll showed it. */
export function aDoneEvent(rideName: string, overrides: Partial<AlertData> = {}): Heard {
  const { alerts, ...data } = someAlerts(overrides)
  const done = alerts.map((alert) => ({
    ...alert,
    rideName,
    kind: 'probably-done' as const,
    waitMinutes: null,
    changedAt: null,
    usualMinutes: null,
  }))
  return heard(doneForTodayPredicted, { ...data, nextAlertAt: data.observedAt, alerts: done })
}

let numbers = 0

/** A number of the United States that no other test data has. */
export const aNumber = () => `+1407555${String(1_000 + (numbers++ % 9_000))}`

/** Alerts that go to a number. */
export const textedEvent = (overrides: Partial<AlertData> = {}): Heard =>
  anAlertEvent({ recipients: [{ channel: 'sms', address: aNumber() }], ...overrides })
