import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { applyRecords, AT_THE_END, type Handler, type LogPosition } from '@walkon/messaging/inbox'
import type { Service } from '@walkon/runtime/service'
import type { Cache } from '@walkon/service/cache'
import type { Environment } from '@walkon/service/config'
import type { Database, Transaction } from '@walkon/service/database'
import { createLog, type Log } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { createSealedTokens, type TokenPurpose } from '@walkon/service/sealed-tokens'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { createTestAccounts, createTestSigner } from './accounts.ts'
import { createTestDatabase } from './database.ts'
import { createTestLog } from './event-log.ts'
import { anEvent, aRecord } from './events.ts'
import { readOutbox } from './outbox.ts'
import { noteUndeclaredAnswers } from './undeclared-answers.ts'

export const PUBLIC_URL = 'https://walkon.example'
export const AUTH_ISSUER = `${PUBLIC_URL}/auth/v1`
/** Keys that encrypt: services that open each other's tokens share one. */
const aKey = (byte: number) => Buffer.alloc(32, byte).toString('base64url')

/** The settings that every service needs, with free ports of loopback; a service's own are added to them. */
export const testEnvironment = (databaseUrl: string): Environment => ({
  HOST: '127.0.0.1',
  PORT: '0',
  OPERATOR_HOST: '127.0.0.1',
  OPERATOR_PORT: '0',
  DATABASE_URL: databaseUrl,
  PUBLIC_URL,
  AUTH_ISSUER,
  TOKEN_KEYS: aKey(7),
  FLIGHTS_KEYS: aKey(8),
  PLANNER_KEYS: aKey(9),
  SALE_KEYS: aKey(10),
})

export type TestServiceOptions = {
  env?: Environment
  /** The service's clock; the real time by default. */
  now?: () => Date
  log?: Log
  cache?: Cache
  /** A migrated database that its caller drops, instead of a new one. */
  database?: { db: Database; url?: string }
  /** False for tests that count identity's own keys: the database then has no key of `accounts`. */
  trustsTestSigner?: boolean
}

type BuildOptions = Pick<TestServiceOptions, 'cache' | 'env' | 'log'>

/** An event with its definition, as a service hears it. */
export type Heard = { event: EventOf<EventDefinition>; definition: EventDefinition }

/** A fact as another service published it. */
export const heard = <Definition extends EventDefinition>(
  definition: Definition,
  data: z.input<Definition['data']>,
  id?: string,
): Heard => ({ definition, event: anEvent(definition, data, id) as EventOf<EventDefinition> })

/**
 * The header of a request with the token of a mail to this address, which was known to be its reader's at that instant. With a park, a key
 * of that park alone.
 */
export async function linkHeaders(
  email: string,
  purpose: TokenPurpose = 'manage',
  knownAt = new Date(),
  parkId?: string,
) {
  const tokens = createSealedTokens(purpose, [
    new Uint8Array(Buffer.from(aKey(purpose === 'flights' ? 8 : 7), 'base64url')),
  ])
  const token = await tokens.seal(email, {
    expiresInSeconds: 60,
    now: new Date(),
    knownAt,
    ...(parkId !== undefined && { parkId }),
  })
  return { authorization: `Bearer ${token}` }
}

export type TestService = Awaited<ReturnType<typeof createTestService>>

/** A service on a migrated database of its own, built as a process builds it, with functions to feed and read it. */
export async function createTestService(service: Service, options: TestServiceOptions = {}) {
  const { database, trustsTestSigner = true } = options
  const { db, url, drop } = database
    ? { url: 'postgres://the-test-has-it', ...database, drop: async () => {} }
    : await createTestDatabase(service.schema, service.migrationsFolder)
  const accounts = trustsTestSigner
    ? await createTestAccounts(db, AUTH_ISSUER)
    : createTestSigner(AUTH_ISSUER)

  const testLog = createTestLog(url)
  const { now, stopClock } = createTestClock(options.now)
  const closings: (() => Promise<unknown>)[] = []

  /** Another replica on the same database, with a cache of its own unless it is given one. */
  function build({ cache = createMemoryCache(), env = {}, log = options.log }: BuildOptions = {}) {
    const metrics = createMetrics(service.name)
    const configured = service.configure({ ...testEnvironment(url), ...options.env, ...env })
    const parts = configured.build({
      db,
      cache,
      eventLog: testLog.eventLog,
      log: log ?? createLog({ service: service.name, level: 'silent' }),
      metrics,
      now,
    })
    noteUndeclaredAnswers(parts.app)
    closings.push(() => parts.app.close())
    return { ...parts, cache, metrics, settings: configured.settings }
  }
  const built = build(options.cache && { cache: options.cache })

  /** The published data of one event type, oldest first, parsed by its contract. */
  async function published<Definition extends EventDefinition>(definition: Definition) {
    const events = await readOutbox(db)
    return events
      .filter(({ type }) => type === definition.type)
      .map(({ data }) => definition.data.parse(data) as z.output<Definition['data']>)
  }

  /** Runs a job of the service once. Throws for an unknown job. */
  async function runJob(name: string): Promise<boolean> {
    const job = built.jobs.find((candidate) => candidate.name === name)
    if (!job) throw new Error(`${service.name} has no job ${name}`)
    return (await job.run(new AbortController().signal)) === true
  }

  return {
    ...built,
    db,
    url,
    /** The log that the service reads dead letters from. */
    eventLog: testLog.eventLog,
    accounts,
    build,
    ...createHearing(db, built.handlers),
    outboxEvents: () => readOutbox(db),
    published,
    runJob,
    stopClock,
    waitingForLocks: () => countWaitingForLocks(db),
    clear: () => clearTables(db),
    close: async () => {
      await Promise.all(closings.map((closeApp) => closeApp()))
      await testLog.close()
      await drop()
    },
  }
}

/** The service's clock, and what makes it stand still until the test ends. A limit counts by windows of the clock, and a window may end between two requests. */
function createTestClock(given = () => new Date()) {
  let stoppedAt: Date | undefined
  return {
    now: () => stoppedAt ?? given(),
    stopClock: () => {
      stoppedAt = given()
      onTestFinished(() => void (stoppedAt = undefined))
    },
  }
}

/** How the service hears events. */
function createHearing(db: Database, ownHandlers: Handler[]) {
  return {
    /** Applies events as one batch of the log. */
    hear: (events: Heard[], handlers = ownHandlers, position?: LogPosition) =>
      applyRecords(
        db,
        handlers,
        events.map(({ event, definition }) => aRecord(event, definition)),
        position,
      ),
    /** Applies an event in the given transaction, as a consumer that has not committed yet. Throws for an event without a handler. */
    hearIn: async (tx: Transaction, { event, definition }: Heard): Promise<void> => {
      const handler = ownHandlers.find((candidate) => candidate.definition === definition)
      if (!handler) throw new Error(`No handler hears ${definition.type}`)
      await handler.handle([event], tx, AT_THE_END)
    },
  }
}

/** How many connections of this database wait for a lock. */
async function countWaitingForLocks(db: Database): Promise<number> {
  const waiting = await db.execute(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return waiting.length
}

const DEADLOCK = '40P01'

/** Empties every table but those of keys. In a deadlock with a service that runs meanwhile, PostgreSQL ends one of the two; this one tries again. */
async function clearTables(db: Database): Promise<void> {
  const tables = await db.$client<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not in ('schema_migrations', 'signing_keys', 'vapid_keys')`
  if (tables.length === 0) return
  try {
    await db.$client`truncate ${db.$client(tables.map(({ name }) => name))}`
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === DEADLOCK) return clearTables(db)
    throw error
  }
}
