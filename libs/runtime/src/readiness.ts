import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { connectBesidePool, countMissingMigrations } from '@walkon/service/postgres'
import { sleep } from '@walkon/service/sleep'
import { Gauge } from 'prom-client'
import { setTimeout as after } from 'node:timers/promises'

/** A dependency that a service can do without for a time: people go on activating, and the outbox keeps their acts. */
export type Dependency = {
  name: 'kafka' | 'redis'
  /** Null while it answers, else why not. */
  fault(): string | null
}

export type ReadinessOptions = {
  db: Database
  migrationsFolder: string
  /** True once the consumer has joined its group since the start. */
  hasJoined: () => boolean
  dependencies: Dependency[]
  log: Log
  metrics: Metrics
}

export type Readiness = {
  /**
   * Rejects with the reason while the service cannot serve; else names the dependencies that are away. A PostgreSQL that answers
   * queries and refuses writes, or ends no commit, is away, but reads are still served. A change is one line of the log, however often a
   * probe asks.
   */
  check(): Promise<{ away?: Record<string, string> }>
  /** Resolves when the schema is the code's: before that, a handler would refuse every record. */
  schemaIsCurrent(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL answers within this, or counts as away. */
const POSTGRES_WITHIN_MS = 1_000
const LOOK_AGAIN_MS = 1_000

/** A commit that has waited so long for a standby is no slow one: the standby that `synchronous_standby_names` names is gone. */
const COMMIT_WITHIN = '2 seconds'

/** SQLSTATE `read_only_sql_transaction`: a demoted server, or one that an operator made read-only. */
const REFUSES_WRITES = '25006'

export function createReadiness(options: ReadinessOptions): Readiness {
  const { db, migrationsFolder, hasJoined, dependencies, log } = options
  // A full pool says that the service is busy, not that PostgreSQL is away: taking it out of service would fill the others'.
  const sql = connectBesidePool(db)
  let isSchemaCurrent = false
  /** Probes of a PostgreSQL that hangs share one query. */
  let looking: Promise<void> | undefined
  const logChange = createChangeLog(log)
  measureDependencies(options, look)

  /** PostgreSQL refuses a write in a read-only session before it runs it, so a delete of no row tells. It writes nothing to the log. */
  async function lookAtPostgres(): Promise<void> {
    if (isSchemaCurrent) {
      await sql`delete from schema_migrations where false`
      return demandCommits(sql)
    }
    const missing = await countMissingMigrations(sql, migrationsFolder)
    if (missing > 0) throw new NotReady(`The schema lacks ${missing} migrations`)
    isSchemaCurrent = true
  }

  function look(): Promise<void> {
    looking ??= lookAtPostgres().finally(() => {
      looking = undefined
    })
    return withinTime(looking)
  }

  async function findAway() {
    const postgresFault = await faultOf(look)
    if (!hasJoined()) throw new NotReady('The consumer has not joined its group yet')
    const faults = [
      { name: 'postgres', reason: postgresFault },
      ...dependencies.map(({ name, fault }) => ({ name, reason: fault() })),
    ]
    const away = faults.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason] as const]))
    return away.length > 0 ? { away: Object.fromEntries(away) } : {}
  }

  async function check() {
    try {
      const answer = await findAway()
      logChange(null)
      return answer
    } catch (error) {
      logChange(toReason(error))
      throw error
    }
  }

  async function schemaIsCurrent(signal: AbortSignal): Promise<void> {
    let told = ''
    while (!signal.aborted) {
      try {
        return await look()
      } catch (error) {
        const reason = toReason(error)
        if (reason !== told) log.warn({ reason }, 'waiting for the database')
        told = reason
        await sleep(LOOK_AGAIN_MS, signal)
      }
    }
  }

  return { check, schemaIsCurrent, close: () => sql.end({ timeout: 1 }) }
}

/** Asks for the commits of this service that wait, instead of a commit of its own, which would wait with them. */
async function demandCommits(sql: ReturnType<typeof connectBesidePool>): Promise<void> {
  const waiting = await sql`
    select from pg_stat_activity
    where usename = current_user and wait_event = 'SyncRep' and query_start < now() - ${COMMIT_WITHIN}::interval
    limit 1`
  if (waiting.length > 0) throw new NoCommitEnds('Commits wait for a standby of PostgreSQL')
}

/** Rejects while PostgreSQL is away; a server that answers and does not write has a fault. */
async function faultOf(look: () => Promise<void>): Promise<string | null> {
  try {
    await look()
    return null
  } catch (error) {
    if (error instanceof NoCommitEnds) return 'ends no commit'
    if (error instanceof Error && 'code' in error && error.code === REFUSES_WRITES) return 'refuses writes'
    throw error
  }
}

/** Logs why the service is not ready, and that it is ready again, once each. */
function createChangeLog(log: Log): (reason: string | null) => void {
  let told: string | null | undefined
  return (reason) => {
    if (reason === told) return
    told = reason
    if (reason === null) log.info('ready to serve')
    else log.warn({ reason }, 'not ready')
  }
}

/** An error of a refused connection has a code, and a message only if one address was tried. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

class NotReady extends Error {}
class NoCommitEnds extends Error {}

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
