import { ping, type Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { countMissingMigrations } from '@walkon/service/postgres'
import { Gauge } from 'prom-client'
import { setTimeout as after } from 'node:timers/promises'

/** What a service can do without for a time: people go on activating, and the outbox keeps what they did. */
export type Dependency = {
  name: 'kafka' | 'redis'
  /** Null while it answers, else why not. */
  fault(): string | null
}

export type ReadinessOptions = {
  db: Database
  migrationsFolder: string
  /** Whether the consumer has joined its group once since the start. */
  hasJoined: () => boolean
  dependencies: Dependency[]
  log: Log
  metrics: Metrics
}

export type Readiness = {
  /** Rejects with the reason while the service cannot serve; else names the dependencies that are away. */
  check(): Promise<{ away?: Record<string, string> }>
  /** Resolves when the schema is the code's: before that, a handler would refuse every record. */
  schemaIsCurrent(signal: AbortSignal): Promise<void>
}

/** PostgreSQL answers within this, or counts as away. */
const POSTGRES_WITHIN_MS = 1_000
const LOOK_AGAIN_MS = 1_000

export function createReadiness(options: ReadinessOptions): Readiness {
  const { db, migrationsFolder, hasJoined, dependencies, log } = options
  let isSchemaCurrent = false
  /** Probes of a PostgreSQL that hangs share one query, so that they do not empty the pool. */
  let looking: Promise<void> | undefined
  measureDependencies(options, look)

  async function lookAtPostgres(): Promise<void> {
    if (isSchemaCurrent) return ping(db)
    const missing = await countMissingMigrations(db, migrationsFolder)
    if (missing > 0) throw new NotReady(`The schema lacks ${missing} migrations`)
    isSchemaCurrent = true
  }

  function look(): Promise<void> {
    looking ??= lookAtPostgres().finally(() => {
      looking = undefined
    })
    return withinTime(looking)
  }

  async function check() {
    await look()
    if (!hasJoined()) throw new NotReady('The consumer has not joined its group yet')
    const away = dependencies.flatMap(({ name, fault }) => {
      const reason = fault()
      return reason === null ? [] : [[name, reason] as const]
    })
    return away.length > 0 ? { away: Object.fromEntries(away) } : {}
  }

  async function schemaIsCurrent(signal: AbortSignal): Promise<void> {
    let told = ''
    while (!signal.aborted) {
      try {
        return await look()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== told) log.warn({ err: error }, 'waiting for the database')
        told = reason
        await after(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  return { check, schemaIsCurrent }
}

class NotReady extends Error {}

async function withinTime(work: Promise<void>): Promise<void> {
  const done = new AbortController()
  const tooLate = after(POSTGRES_WITHIN_MS, undefined, { signal: done.signal }).then(() => {
    throw new NotReady(`PostgreSQL has not answered within ${POSTGRES_WITHIN_MS} ms`)
  })
  try {
    await Promise.race([work, tooLate])
  } finally {
    tooLate.catch(() => {})
    work.catch(() => {})
    done.abort()
  }
}

function measureDependencies({ dependencies, metrics }: ReadinessOptions, look: () => Promise<void>): void {
  const up = new Gauge({
    name: 'dependency_up',
    help: '1 while what the service stands on answers, 0 while it does not',
    labelNames: ['dependency'],
    registers: [metrics],
    async collect() {
      for (const { name, fault } of dependencies) up.set({ dependency: name }, fault() === null ? 1 : 0)
      const isPostgresUp = await look().then(
        () => 1,
        () => 0,
      )
      up.set({ dependency: 'postgres' }, isPostgresUp)
    },
  })
}
