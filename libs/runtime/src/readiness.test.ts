import { userConfirmed } from '@walkon/contracts/events/identity'
import type { EventLog, Subscription } from '@walkon/messaging/event-log'
import { on } from '@walkon/messaging/inbox'
import { storeSettings } from '@walkon/service/config'
import { startParts } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { testEnvironment } from '@walkon/testing/service'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRunningParts } from './running-parts.ts'
import { defineService } from './service.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

const shop = defineService({
  name: 'billing',
  settings: storeSettings,
  migrationsFolder: MIGRATIONS,
  build: ({ createApp }) => ({
    app: createApp(),
    handlers: [on(userConfirmed, async () => {})],
    jobs: [],
  }),
})

/** A log without a broker: the test says when the member consumes. */
function createSilentLog() {
  let subscription: Subscription | undefined
  const eventLog: EventLog = {
    publish: async () => {},
    subscribe: (subscribed) => {
      subscription = subscribed
      return { start: async () => {}, stop: async () => {}, isAlive: () => true }
    },
    lag: async () => ({}),
    read: async () => {},
    close: async () => {},
  }
  return { eventLog, tell: (fault: Error | null) => subscription?.onConsuming?.(fault) }
}

/** The shop as it runs, on a database that may lack everything. */
function runShop(url: string) {
  const postgres = connectPostgres({ url, schema: 'billing', poolSize: 1, applicationName: 'shop' })
  const { eventLog, tell } = createSilentLog()
  const cache = { ...createMemoryCache() }
  const metrics = createMetrics('billing')
  const logged: { msg: string; reason?: string }[] = []
  const log = createLog(
    { service: 'billing', level: 'info' },
    { write: (line) => void logged.push(JSON.parse(line)) },
  )
  const { app, operator, parts } = createRunningParts(shop.configure(testEnvironment(url)), {
    db: postgres.db,
    cache,
    eventLog,
    log,
    metrics,
    now: () => new Date(),
    onFatal: () => {},
  })
  const started = startParts(parts, log)
  onTestFinished(async () => {
    await parts.find(({ name }) => name === 'schema')?.stop()
    const stop = await started
    await stop()
    await postgres.close()
  })
  const probe = async (path: string) => {
    const answer = await operator.inject(path)
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  /** The log lines about readiness. */
  const lines = () =>
    logged
      .filter(({ msg }) => ['not ready', 'ready to serve'].includes(msg))
      .map(({ msg, reason }) => (reason === undefined ? { msg } : { msg, reason }))
  return { app, operator, parts, probe, tell, cache, metrics, db: postgres.db, started, lines }
}

async function aDatabase(migrations = MIGRATIONS) {
  const database = await createTestDatabase('billing', migrations)
  onTestFinished(database.drop)
  return database
}

/** PostgreSQL behind a connection that a test can cut or pause. */
async function aProxyTo(url: string) {
  const { hostname, port } = new URL(url)
  const proxy = await createTcpProxy({ host: hostname, port: Number(port) })
  onTestFinished(() => proxy.cut().catch(() => {}))
  const proxied = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) })
  return { proxy, proxied: proxied.href }
}

async function noMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries: [] }))
  return folder
}

test('/readyz is 503 until the migrations of the code are applied', async () => {
  const { url } = await aDatabase(await noMigrations())
  const running = runShop(url)
  running.tell(null)
  expect(await running.probe('/readyz')).toMatchObject({ status: 503 })

  await applyMigrations(url, 'billing', MIGRATIONS)

  await vi.waitFor(async () => expect(await running.probe('/readyz')).toMatchObject({ status: 200 }))
})

test('/readyz is 503 until the consumer has joined its group, and 200 when it is lost later', async () => {
  const { url } = await aDatabase()
  const running = runShop(url)
  await running.started
  expect(await running.probe('/readyz')).toMatchObject({ status: 503 })

  running.tell(null)
  expect(await running.probe('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })

  running.tell(new Error('The broker is gone'))
  expect(await running.probe('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', away: { kafka: 'The broker is gone' } },
  })
})

test('a Redis that is away is named by /readyz with 200, and is a gauge', async () => {
  const { url } = await aDatabase()
  const running = runShop(url)
  running.tell(null)
  await running.started
  running.cache.fault = () => 'does not answer'

  expect(await running.probe('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', away: { redis: 'does not answer' } },
  })
  const metrics = await running.metrics.metrics()
  expect(metrics).toContain('dependency_up{dependency="redis",service="billing"} 0')
  expect(metrics).toContain('dependency_up{dependency="postgres",service="billing"} 1')
})

test('a full pool takes no readiness away: PostgreSQL answers on a connection beside it', async () => {
  const { url } = await aDatabase()
  const running = runShop(url)
  running.tell(null)
  await running.started
  const held = Promise.withResolvers<void>()
  const holding = running.db.transaction(() => held.promise)

  expect(await running.probe('/readyz')).toMatchObject({ status: 200 })
  expect(await running.metrics.getSingleMetricAsString('dependency_up')).toContain(
    'postgres",service="billing"} 1',
  )

  held.resolve()
  await holding
})

test('/readyz is 503 while PostgreSQL hangs, without waiting for it', async () => {
  const { url } = await aDatabase()
  const { proxy, proxied } = await aProxyTo(url)
  const running = runShop(proxied)
  running.tell(null)
  await running.started
  expect(await running.probe('/readyz')).toMatchObject({ status: 200 })

  proxy.pause()
  expect(await running.probe('/readyz')).toMatchObject({ status: 503 })
  expect(await running.metrics.getSingleMetricAsString('dependency_up')).toContain(
    'postgres",service="billing"} 0',
  )
  expect(running.lines()).toContainEqual({
    msg: 'not ready',
    reason: 'PostgreSQL has not answered within 1000 ms',
  })

  proxy.resume()
  await vi.waitFor(async () => expect(await running.probe('/readyz')).toMatchObject({ status: 200 }))
})

test('a PostgreSQL that refuses writes is named by /readyz with 200, is a gauge, and is away until a new session can write', async () => {
  const { url, db: admin } = await aDatabase()
  const name = new URL(url).pathname.slice(1)
  await admin.execute(sql`alter database ${sql.identifier(name)} set default_transaction_read_only = on`)
  const running = runShop(url)
  running.tell(null)
  await running.started
  const refusing = { status: 200, body: { status: 'ready', away: { postgres: 'refuses writes' } } }

  await vi.waitFor(async () => expect(await running.probe('/readyz')).toEqual(refusing))
  expect(await running.metrics.getSingleMetricAsString('dependency_up')).toContain(
    'postgres",service="billing"} 0',
  )

  await admin.execute(sql`set default_transaction_read_only = off`)
  await admin.execute(sql`alter database ${sql.identifier(name)} reset default_transaction_read_only`)
  await vi.waitFor(async () =>
    expect(await running.probe('/readyz')).toEqual({ status: 200, body: { status: 'ready' } }),
  )
})

test('a change of readiness is one log line with its reason, however often a probe asks', async () => {
  const { url } = await aDatabase()
  const running = runShop(url)
  await running.started
  for (let probes = 0; probes < 3; probes++) await running.probe('/readyz')
  running.tell(null)
  for (let probes = 0; probes < 3; probes++) await running.probe('/readyz')

  expect(running.lines()).toEqual([
    { msg: 'not ready', reason: 'The consumer has not joined its group yet' },
    { msg: 'ready to serve' },
  ])
})

test('/livez answers before PostgreSQL is there, and the service is ready once it is', async () => {
  const { url } = await aDatabase()
  const { proxy, proxied } = await aProxyTo(url)
  await proxy.cut()
  const running = runShop(proxied)
  running.tell(null)

  await vi.waitFor(() => expect(running.operator.server.listening).toBe(true))
  expect(await running.probe('/livez')).toMatchObject({ status: 200 })
  expect(await running.probe('/readyz')).toMatchObject({ status: 503 })

  await proxy.restore()
  await vi.waitFor(async () => expect(await running.probe('/readyz')).toMatchObject({ status: 200 }))
})

test.for(['/livez', '/readyz', '/metrics'])(
  '404: the public port of a service has no %s, its operator port has',
  async (path) => {
    const { url } = await aDatabase()
    const running = runShop(url)
    running.tell(null)
    await running.started

    const refused = await running.app.inject(path)

    expect(refused.json()).toMatchObject({ status: 404, code: 'route-not-found' })
    expect((await running.operator.inject(path)).statusCode).toBe(200)
  },
)

test('503: a service that stops is not ready, and answers its probes until it has stopped', async () => {
  const { url } = await aDatabase()
  const running = runShop(url)
  running.tell(null)
  await running.started

  await running.parts.find(({ name }) => name === 'http')?.stop()

  expect(await running.probe('/readyz')).toMatchObject({ status: 503 })
  expect(await running.probe('/livez')).toMatchObject({ status: 200 })
})
