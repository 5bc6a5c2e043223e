import { lockOfSchema } from '@walkon/service/advisory-locks'
import type { Database, Transaction } from '@walkon/service/database'
import { notifyJobs } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import { sleep } from '@walkon/service/sleep'
import { and, eq, gt, sql } from 'drizzle-orm'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { setTimeout as after } from 'node:timers/promises'

/** The number of the newest term of each role. A service that has a leader exports this table from its schema. */
export const leaderTerms = pgTable('leader_terms', {
  role: text().primaryKey(),
  term: bigint({ mode: 'number' }).notNull(),
})

/** Work that one process of a service does at a time. */
export type Role = {
  name: string
  /** One of `ADVISORY_LOCKS`; each schema has the lock for itself. */
  lock: number
}

/** The time during which this process has the role. */
export type Term = {
  /** Counts up with every change of the leader; `lockTerm` refuses writes under an older term. */
  number: number
  /** Aborted when the role is lost. */
  signal: AbortSignal
}

export type Leader = Part & {
  /** Null while another process leads. */
  term(): Term | null
}

export type LeaderOptions = {
  role: Role
  db: Database
  log: Log
  /** Runs with the role held, before its term begins. */
  prepare?: () => Promise<void>
  /** The notification channel of the jobs that do the role's work; notified when a term has begun. */
  wakes?: string
  /** How often the leader shows PostgreSQL that its event loop runs, and looks whether its term is the newest. */
  heartbeatMs?: number
  /** PostgreSQL ends the session of a leader that was silent for so long, and the next process leads. */
  silenceMs?: number
}

/** Another process leads; nothing was written. */
export class TermOver extends Error {
  constructor(role: Role) {
    super(`Another process has the role ${role.name}`)
    this.name = 'TermOver'
  }
}

/**
 * Refuses writes under an older term, with `TermOver`. The row is locked until the transaction ends: a new term begins only after all
 * writes of this one.
 */
export async function lockTerm(tx: Transaction, role: Role, number: number): Promise<void> {
  const rows = await tx
    .select({ term: leaderTerms.term })
    .from(leaderTerms)
    .where(and(eq(leaderTerms.role, role.name), eq(leaderTerms.term, number)))
    .for('share')
  if (rows.length === 0) throw new TermOver(role)
}

const RETRY_MS = 1_000
const CANCEL_AGAIN_MS = 50

/**
 * One process of all leads, the others stand by. The lock lives as long as a transaction on a connection of its own: when
 * the process, its connection or its event loop dies, PostgreSQL gives the lock to the next in line at once.
 */
export function createLeader(options: LeaderOptions): Leader {
  const { role, db, log } = options
  const stopping = new AbortController()
  const line = createLine(role, db)
  let current: Term | null = null
  let running: Promise<void> | undefined
  let onFirstTry: (() => void) | undefined

  async function leadUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      const losing = new AbortController()
      await db
        .transaction((tx) => lead(tx, losing.signal))
        .catch((error: unknown) => {
          if (!stopping.signal.aborted && !isLockTimeout(error))
            log.warn({ err: error, role: role.name }, 'not the leader')
        })
      if (current) log.info({ role: role.name, term: current.number }, 'leader role given up')
      current = null
      losing.abort()
      onFirstTry?.()
      if (!stopping.signal.aborted) await sleep(RETRY_MS, stopping.signal)
    }
  }

  async function lead(tx: Transaction, lost: AbortSignal): Promise<void> {
    await refuseDemoted(tx)
    await endWhenSilent(tx, options.silenceMs ?? SILENCE_MS)
    await line.wait(tx, () => onFirstTry?.())
    stopping.signal.throwIfAborted()
    await options.prepare?.()
    const number = await beginTerm(db, role)
    if (lost.aborted) return NEVER
    const term = { number, signal: AbortSignal.any([stopping.signal, lost]) }
    current = term
    log.info({ role: role.name, term: number }, 'this process leads')
    if (options.wakes !== undefined) await notifyJobs(db, options.wakes)
    onFirstTry?.()
    await keepTerm(tx, term, options)
    if (lost.aborted) return NEVER
  }

  return {
    name: `leader ${role.name}`,
    term: () => current,
    // Resolves once the role is held, or known to be another process's: the jobs may begin.
    start: () =>
      new Promise<void>((resolve) => {
        onFirstTry = resolve
        running = leadUntilStopped()
      }),
    stop: async () => {
      stopping.abort()
      await line.leave()
      await running
    },
  }
}

/** The line of processes that wait for the role's lock. The lock is given back when its transaction ends, however that ends. */
function createLine(role: Role, db: Database) {
  const key = lockOfSchema(role.lock)
  const waiting: { pid: number | null } = { pid: null }
  return {
    /** The connection's lock timeout ends a turn of waiting, and the next one follows. */
    wait: async (tx: Transaction, onWaiting: () => void): Promise<void> => {
      const [row] = await tx.execute<{ held: boolean; pid: number }>(sql`
        select pg_try_advisory_xact_lock(${key}) as held, pg_backend_pid() as pid`)
      if (row?.held) return
      onWaiting()
      waiting.pid = row?.pid ?? null
      try {
        await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
      } finally {
        waiting.pid = null
      }
    },
    /** A cancel that reaches the server before the wait does nothing, so it is repeated. */
    leave: async (): Promise<void> => {
      while (waiting.pid !== null) {
        await db.execute(sql`select pg_cancel_backend(${waiting.pid})`)
        await after(CANCEL_AGAIN_MS)
      }
    },
  }
}

/** Begins a term: from now on, nothing of an earlier one is written. */
async function beginTerm(db: Database, { name }: Role): Promise<number> {
  const [row] = await db
    .insert(leaderTerms)
    .values({ role: name, term: 1 })
    .onConflictDoUpdate({ target: leaderTerms.role, set: { term: sql`${leaderTerms.term} + 1` } })
    .returning({ term: leaderTerms.term })
  if (!row) throw new Error(`The term of ${name} was not begun`)
  return row.term
}

/**
 * Keeps the transaction open until the term ends. A process may begin a term after it has lost the lock, and the holder of the lock
 * could then write nothing more: it gives up the role, and leads again with a newer term.
 */
async function keepTerm(
  tx: Transaction,
  { number, signal }: Term,
  { role, db, heartbeatMs = HEARTBEAT_MS }: LeaderOptions,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(heartbeatMs, signal)
    if (signal.aborted) return
    if (await isDemoted(tx)) throw new Error('The server of the leader’s session was demoted')
    // Beside the transaction, which would keep its lock on the table. While this fails, writes fail too.
    const isOver = await hasNewerTerm(db, role, number).catch(() => false)
    if (isOver && !signal.aborted) throw new TermOver(role)
  }
}

async function hasNewerTerm(db: Database, { name }: Role, number: number): Promise<boolean> {
  const newer = and(eq(leaderTerms.role, name), gt(leaderTerms.term, number))
  return (await db.$count(leaderTerms, newer)) > 0
}

/**
 * After a failover the sessions of the demoted server can live on, with its locks. The holders of the lock there and on the new primary
 * would take the role from each other in turn.
 */
async function isDemoted(tx: Transaction): Promise<boolean> {
  const [session] = await tx.execute<{ isDemoted: boolean }>(sql`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isDemoted"`)
  return session?.isDemoted === true
}

/** The client closes a session that refuses a write, so that the next try has another. */
async function refuseDemoted(tx: Transaction): Promise<void> {
  if (!(await isDemoted(tx))) return
  await tx.delete(leaderTerms).where(sql`false`)
}

const HEARTBEAT_MS = 15_000
const SILENCE_MS = 60_000

/** Makes PostgreSQL roll the transaction back, and give back its lock, when no statement came for so long. */
async function endWhenSilent(tx: Transaction, silenceMs: number): Promise<void> {
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${String(silenceMs)}, true)`)
}

/**
 * Ending the function of a transaction makes the client send COMMIT, and when the connection was lost, the COMMIT would go out on
 * the connection that replaced it in the pool. The transaction itself was rejected when the connection closed.
 */
const NEVER = new Promise<never>(() => {})

const LOCK_NOT_AVAILABLE = '55P03'

function isLockTimeout(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === LOCK_NOT_AVAILABLE) return true
  }
  return false
}
