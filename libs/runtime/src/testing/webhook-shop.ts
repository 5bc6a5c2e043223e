import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { z } from 'zod'
import { providerWebhookRoutes, type Webhook } from '../provider-webhooks.ts'
import { applyProviderEvents, measureProviderEvents } from '../stored-provider-events.ts'

const payment = z.object({ id: z.string(), name: z.string() })
type Payment = z.output<typeof payment>
type PaymentWebhook = Webhook<Payment, string>
type ShopDatabase = { db: Database; drop: () => Promise<void> }

/**
 * A service with the webhooks of two providers, for the tests of one file: payments of Stripe, written into a table, and a post office.
 * Everything is emptied before each test.
 */
export async function createWebhookShop({ db, drop }: ShopDatabase) {
  await db.execute(sql`create table payments (position int generated always as identity, name text not null)`)
  const lines: string[] = []
  const log = createLog(
    { service: 'shop', level: 'info' },
    new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  )
  const metrics = createMetrics('shop')
  measureProviderEvents(db, metrics)
  const applied = vi.fn<(name: string) => void>()
  const webhook = paymentWebhook(applied)
  const clock = { nowMs: Date.now() }
  const app = createHttpApp({ service: 'shop', log, metrics })
  const routesDeps = { db, cache: createMemoryCache(() => clock.nowMs), now: () => new Date(clock.nowMs) }
  app.register(providerWebhookRoutes, { ...routesDeps, webhook })
  app.register(providerWebhookRoutes, { ...routesDeps, webhook: POST_OFFICE })

  afterAll(async () => {
    await app.close()
    await drop()
  })
  beforeEach(async () => {
    await db.execute(sql`truncate provider_events, payments`)
    lines.length = 0
    applied.mockClear()
  })
  afterEach(() => vi.restoreAllMocks())

  function send(body: string, signature = sign(body).toString('hex')) {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    return app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload: body })
  }
  /** One turn of the loop of a process. True if there may be more. */
  const turn = (overrides: Partial<PaymentWebhook> = {}) =>
    applyProviderEvents({ db, log, webhook: { ...webhook, ...overrides } }).run(new AbortController().signal)
  const skipWaits = () => db.execute(sql`update provider_events set not_before = now()`)

  return {
    app,
    log,
    lines,
    metrics,
    clock,
    webhook,
    applied,
    sign,
    send,
    pay: (id: string, name = id) => send(JSON.stringify({ id, name })),
    turn,
    skipWaits,
    applyAll: async (overrides?: Partial<PaymentWebhook>) => {
      while (await turn(overrides)) await skipWaits()
    },
    ...queriesOf(db),
  }
}

type Row = { eventId: string; attempts: number; isApplied: boolean; rejection: string | null }

const queriesOf = (db: Database) => ({
  /** The effects of the events. */
  payments: async () =>
    (await db.execute<{ name: string }>(sql`select name from payments order by position`)).map(
      ({ name }) => name,
    ),
  listEvents: () =>
    db.execute<Row>(sql`
      select event_id as "eventId", attempts, applied_at is not null as "isApplied", rejection
      from provider_events order by position`),
})

const sign = (body: string) => createHmac('sha256', 'secret').update(body).digest()

/** A provider that signs the bytes of its requests, as Stripe does. */
const paymentWebhook = (onApplied: (name: string) => void) =>
  ({
    provider: 'stripe',
    proof: {
      by: 'signature',
      isRight: (headers, body) => {
        const given = Buffer.from(String(headers['stripe-signature'] ?? ''), 'hex')
        const expected = sign(body.toString())
        return given.length === expected.length && timingSafeEqual(given, expected)
      },
    },
    toEventId: (body) => /"id":\s*"([^"]+)"/.exec(body.toString())?.[1] ?? null,
    listAddresses: (body) => body.toString().match(/[\w.]+@[\w.]+\w/g) ?? [],
    read: (body) => payment.parse(JSON.parse(body.toString())),
    apply: async (tx: Transaction, { name }: Payment) => {
      await tx.execute(sql`insert into payments (name) values (${name})`)
      return name
    },
    onApplied,
  }) satisfies PaymentWebhook

/** A provider that shows a secret in a header, as Postmark does. */
const POST_OFFICE: Pick<PaymentWebhook, 'provider' | 'proof' | 'listAddresses'> = {
  provider: 'post-office',
  proof: { by: 'header', isRight: ({ authorization }) => authorization === 'Basic c2VjcmV0' },
  listAddresses: () => [],
}
