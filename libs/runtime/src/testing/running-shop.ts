import { userConfirmed } from '@walkon/contracts/events/identity'
import type { EventLog, Subscription } from '@walkon/messaging/event-log'
import { on } from '@walkon/messaging/inbox'
import { storeSettings } from '@walkon/service/config'
import { startParts } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { testEnvironment } from '@walkon/testing/service'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createRunningParts } from '../running-parts.ts'
import { defineService } from '../service.ts'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

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
export function runShop(url: string) {
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
  /** What was logged of the readiness. */
  const lines = () =>
    logged
      .filter(({ msg }) => ['not ready', 'ready to serve'].includes(msg))
      .map(({ msg, reason }) => (reason === undefined ? { msg } : { msg, reason }))
  return { app, operator, parts, probe, tell, cache, metrics, db: postgres.db, started, lines }
}

export async function aDatabase(migrations = MIGRATIONS) {
  const database = await createTestDatabase('billing', migrations)
  onTestFinished(database.drop)
  return database
}
