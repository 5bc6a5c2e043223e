import type { Database, Transaction } from '@walkon/service/database'
import { notifyJobs } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import { sleep } from '@walkon/service/sleep'
import { and, eq, sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The newest term of each role, and its lease. A service that has a leader exports this table from its schema. */
export const leaderTerms = pgTable('leader_terms', {
  role: text().primaryKey(),
  term: bigint({ mode: 'number' }).notNull(),
  /** By the database's clock. Until then no other process begins a term; null if the role is free. */
  leasedUntil: timestamp({ withTimezone: true }),
})

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
  /** The name of work that one process of a service does at a time. */
  role: string
  db: Database
  log: Log
  /** Runs with the role held, before its term begins. */
  prepare?: () => Promise<void>
  /** The notification channel of the jobs that do the role's work; notified when a term has begun. */
  wakes?: string
  /** A role whose leader is dead or hangs is free after so long. */
  leaseMs?: number
  renewMs?: number
  /** How often a process that stands by looks for a free role. */
  lookMs?: number
}

/** Another process leads; nothing was written. */
export class TermOver extends Error {
  constructor(role: string) {
    super(`Another process has the role ${role}`)
    this.name = 'TermOver'
  }
}

/** Refuses writes under an older term, with `TermOver`. A new term begins only after the transaction has ended. */
export async function lockTerm(tx: Transaction, role: string, term: number): Promise<void> {
  // A key share: it conflicts with the `for update` of a new term, and not with the renewal of this one.
  const rows = await tx
    .select({ term: leaderTerms.term })
    .from(leaderTerms)
    .where(rowOf(role, term))
    .for('key share')
  if (rows.length === 0) throw new TermOver(role)
}

/** One process of all leads, by a lease in the role's row; the others stand by and look for a role that is free. */
export function createLeader(options: LeaderOptions): Leader {
  const { role, db, log, leaseMs = 10_000, renewMs = 3_000, lookMs = 2_000 } = options
  let stopping = new AbortController()
  let current: Term | null = null
  let running: Promise<void> | undefined

  async function lead(onLed: () => void): Promise<void> {
    const number = await beginTerm(db, role, leaseMs)
    if (number === null) return
    const losing = new AbortController()
    const expiry = setTimeout(() => losing.abort(), leaseMs)
    const term = { number, signal: AbortSignal.any([stopping.signal, losing.signal]) }
    try {
      await options.prepare?.()
      if (term.signal.aborted) return
      current = term
      log.info({ role, term: number }, 'this process leads')
      if (options.wakes !== undefined) await notifyJobs(db, options.wakes)
      onLed()
      await keep(term, () => expiry.refresh())
    } finally {
      if (current) log.info({ role, term: number }, 'leader role given up')
      current = null
      clearTimeout(expiry)
      losing.abort()
      await freeRole(db, role, number)
    }
  }

  async function keep({ number, signal }: Term, onRenewed: () => void): Promise<void> {
    for (;;) {
      await sleep(renewMs, signal)
      if (signal.aborted) return
      const isRenewed = await renew(db, { role, number, leaseMs }).catch((error: unknown) =>
        log.warn({ err: error, role }, 'leader role not renewed'),
      )
      if (isRenewed === false) return
      if (isRenewed) onRenewed()
    }
  }

  async function leadUntilStopped(onLooked: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await lead(onLooked).catch((error: unknown) => log.warn({ err: error, role }, 'not the leader'))
      onLooked()
      await sleep(lookMs, stopping.signal)
    }
  }

  return {
    name: `leader ${role}`,
    term: () => (current?.signal.aborted ? null : current),
    // Resolves once the role is held, or known to be another process's: the jobs may begin.
    start: () =>
      new Promise<void>((resolve) => {
        stopping = new AbortController()
        running = leadUntilStopped(resolve)
      }),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const rowOf = (role: string, term: number) => and(eq(leaderTerms.role, role), eq(leaderTerms.term, term))

const leaseOf = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`

/** The number of the new term; null while another process's lease lasts. From now on, nothing of an earlier term is written. */
async function beginTerm(db: Database, role: string, leaseMs: number): Promise<number | null> {
  await db.insert(leaderTerms).values({ role, term: 0 }).onConflictDoNothing()
  const [begun] = await db.execute<{ term: string }>(sql`
    with free as (
      select role from leader_terms
      where role = ${role} and (leased_until is null or leased_until <= clock_timestamp()) for update)
    update leader_terms set term = term + 1, leased_until = ${leaseOf(leaseMs)}
    from free where leader_terms.role = free.role
    returning term`)
  return begun ? Number(begun.term) : null
}

type Lease = { role: string; number: number; leaseMs: number }

/** False when a newer term has begun. */
async function renew(db: Database, { role, number, leaseMs }: Lease): Promise<boolean> {
  const renewed = await db
    .update(leaderTerms)
    .set({ leasedUntil: leaseOf(leaseMs) })
    .where(rowOf(role, number))
    .returning({ term: leaderTerms.term })
  return renewed.length > 0
}

async function freeRole(db: Database, role: string, number: number): Promise<void> {
  await db.update(leaderTerms).set({ leasedUntil: null }).where(rowOf(role, number))
}
