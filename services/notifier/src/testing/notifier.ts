import { alertTriggered, type TriggeredAlert } from '@walkon/contracts/events/alerts'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { EventOf } from '@walkon/contracts/event'
import type { EventLog } from '@walkon/messaging/event-log'
import { applyRecords } from '@walkon/messaging/inbox'
import { createRunningParts } from '@walkon/runtime/running-parts'
import type { Database } from '@walkon/service/database'
import { startParts } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { aRecord, anEvent } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { notifier } from '../app.ts'
import type { DeliveryState } from '@walkon/contracts/http/notifications'

export const TOKEN_KEY = randomBytes(32).toString('base64url')

/** The waits of production, four hundred times as fast. */
export const SETTINGS = {
  DATABASE_URL: 'postgres://unused',
  TOKEN_KEYS: TOKEN_KEY,
  AUTH_ISSUER: 'https://walkon.example/auth/v1',
  PUBLIC_URL: 'https://walkon.example/',
  MAIL_FROM: 'Walkon <alerts@walkon.example>',
  POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
  POSTMARK_SERVER_TOKEN: 'server-token',
  POSTMARK_WEBHOOK_USER: 'postmark',
  POSTMARK_WEBHOOK_PASSWORD: 'webhook-password',
  PROVIDER_TIMEOUT_SECONDS: '0.2',
  DELIVERY_LEASE_SECONDS: '0.6',
  LOOKUP_WAIT_SECONDS: '0.6',
  RETRY_DELAY_SECONDS: '0.05',
  PORT: '0',
  HOST: '127.0.0.1',
}

export function buildNotifier(db: Database, overrides: Record<string, string> = {}) {
  const configured = notifier.configure({ ...SETTINGS, ...overrides })
  const metrics = createMetrics('notifier')
  const log = createLog({ service: 'notifier', level: 'silent' })
  const deps = {
    db,
    cache: createMemoryCache(),
    log,
    metrics,
    now: () => new Date(),
    isAlive: () => {},
  }
  return { deps, metrics, configured, ...configured.build(deps) }
}

/** A running notifier whose events stay in its outbox. */
export async function startNotifier(db: Database, overrides: Record<string, string> = {}) {
  const { deps, configured } = buildNotifier(db, overrides)
  const metrics = createMetrics('notifier')
  const { parts } = createRunningParts(configured, {
    ...deps,
    metrics,
    eventLog: emptyLog(),
    onFatal: () => {},
  })
  const running = parts.filter(({ name }) => name !== 'publish-outbox')
  return { metrics, stop: await startParts(running, deps.log) }
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

export const anAlertEvent = (overrides: Partial<AlertData> = {}) =>
  anEvent(alertTriggered, someAlerts(overrides))

type Handlers = Parameters<typeof applyRecords>[1]

export const trigger = (db: Database, handlers: Handlers, events: EventOf<typeof alertTriggered>[]) =>
  applyRecords(
    db,
    handlers,
    events.map((event) => aRecord(event, alertTriggered)),
  )

export function request(db: Database, handlers: Handlers, data: z.input<typeof notificationRequested.data>) {
  return applyRecords(db, handlers, [aRecord(anEvent(notificationRequested, data), notificationRequested)])
}

export type DeliveryView = {
  id: string
  address: string
  state: DeliveryState
  attemptNo: number
  lastError: string | null
  content: object | null
}

export async function listDeliveries(db: Database): Promise<DeliveryView[]> {
  return db.execute<DeliveryView>(sql`
    select id, address, state, attempt_no as "attemptNo", last_error as "lastError", content
    from deliveries order by created_at, address`)
}

/** How many deliveries are in which state. */
export async function countStates(db: Database): Promise<Record<string, number>> {
  const rows = await db.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from deliveries group by state`)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export type PublishedEvent = { type: string; data: Record<string, unknown> }

/** What was put into the outbox, oldest first. */
export async function listPublished(db: Database): Promise<PublishedEvent[]> {
  const rows = await db.execute<{ type: string; value: Buffer }>(sql`
    select headers ->> 'ce_type' as type, value from outbox order by position`)
  return rows.map(({ type, value }) => ({ type, data: JSON.parse(value.toString('utf8')) }))
}

export const empty = (db: Database) =>
  db.execute(
    sql`truncate deliveries, delivery_alerts, suppressions, erased_addresses, erased_subscriptions, inbox, outbox`,
  )
