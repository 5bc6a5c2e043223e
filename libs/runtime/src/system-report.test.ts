import type { SystemReport } from '@walkon/contracts/http/system'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestAccounts } from '@walkon/testing/accounts'
import { createTestDatabase } from '@walkon/testing/database'
import { Counter, Gauge } from 'prom-client'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findSigningKey } from './signing-keys.ts'
import { systemRoutes } from './system-report.ts'

const ISSUER = 'https://walkon.example/auth/v1'
const NOW = new Date('2026-07-01T16:00:00Z')
const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const accounts = await createTestAccounts(db, ISSUER)
const metrics = createMetrics('shop')
const app = createHttpApp({
  service: 'shop',
  log: createLog({ service: 'shop', level: 'silent' }),
  metrics,
  accessTokens: { issuer: ISSUER, findKey: findSigningKey(db, () => new Date()), now: () => new Date() },
})
app.register(systemRoutes, { metrics, now: () => NOW })
afterAll(async () => {
  await app.close()
  await drop()
})

const help = 'for the test'
const lag = new Gauge({ name: 'consumer_lag_seconds', help, labelNames: ['topic'], registers: [] })
lag.set({ topic: 'gates' }, 7)
const rejected = new Gauge({ name: 'outbox_rejected', help, registers: [] })
rejected.set(2)
const unaccounted = new Gauge({
  name: 'alerts_unaccounted',
  help,
  registers: [],
  collect: () => Promise.reject(new Error('PostgreSQL is away')),
})
metrics.registerMetric(lag)
metrics.registerMetric(rejected)
metrics.registerMetric(unaccounted)
metrics.registerMetric(
  new Gauge({ name: 'delivery_oldest_pending_seconds', help, labelNames: ['channel'], registers: [] }),
)
metrics.registerMetric(
  new Counter({ name: 'dlq_messages_total', help, labelNames: ['topic'], registers: [] }),
)
metrics.registerMetric(new Gauge({ name: 'visitors_by_name', help, registers: [] }))

const read = (roles: ('support' | 'moderator')[]) =>
  app.inject({
    url: '/system',
    headers: accounts.headersFor({ email: 'kim@example.com', aal: 'aal2', roles }),
  })

test('200: support reads the figures of the service, and no other metric', async () => {
  const response = await read(['support'])

  expect(response.headers['cache-control']).toBe('no-store')
  const { startedAt, readAt, figures } = response.json<SystemReport>()
  expect([startedAt, readAt]).toEqual([NOW.toISOString(), NOW.toISOString()])
  expect(figures).toEqual([
    { name: 'consumer_lag_seconds', labels: { topic: 'gates' }, value: 7 },
    { name: 'outbox_rejected', labels: {}, value: 2 },
    { name: 'dlq_messages_total', labels: {}, value: 0 },
    { name: 'alerts_unaccounted', labels: {}, value: null },
  ])
})

test('403: a moderator does not read the figures', async () => {
  expect((await read(['moderator'])).statusCode).toBe(403)
})
