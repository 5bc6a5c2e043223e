import { sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import type { Part } from './lifecycle.ts'
import type { Log } from './log.ts'
import { sleep } from './sleep.ts'
import type { Tracer } from './spans.ts'
import { inTraceOfItsOwn } from './trace-context.ts'

export type Job = {
  /** A verb phrase: `end-passes`. */
  name: string
  intervalMs: number
  /** The pause after a turn that failed, or that left work whose time has not come; `intervalMs` unless given. */
  retryMs?: number
  /** A channel of this process that brings the next turn forward: see `wakeAfterCommit`. */
  wakeOn?: string
  /** A PostgreSQL notification channel of the service's own schema that does so in every process: see `notifyJobs`. */
  listenOn?: string
  /** True if there is more to do at once; `waiting` if there is work whose time has not come. */
  run(signal: AbortSignal): Promise<boolean | 'waiting' | void>
}

/**
 * The clock of a loop that commits of its process wake. The interval finds the work of other processes, of dead ones, and of operators'
 * commands. `retryMs` makes good a wake-up that a failed turn has spent.
 */
export const WOKEN = { intervalMs: 5_000, retryMs: 1_000 } as const

const SAY_AGAIN_MS = 60_000

/** Logs a job that fails turn after turn in the same way once a minute, and that it works again. */
function createFailureLog(job: string, log: Log) {
  let count = 0
  let told = { message: '', atMs: 0 }
  return {
    add(error: unknown): void {
      count++
      const message = error instanceof Error ? error.message : String(error)
      if (message === told.message && performance.now() - told.atMs < SAY_AGAIN_MS) return
      told = { message, atMs: performance.now() }
      log.error({ err: error, job, failures: count }, 'job failed')
    },
    end(): void {
      if (count > 0) log.info({ job, failures: count }, 'job works again')
      count = 0
      told = { message: '', atMs: 0 }
    },
  }
}

/** A loop on a clock. A failure is logged and the next turn comes all the same; `wake` brings it forward. */
export function createJobLoop(job: Job, log: Log, tracer: Tracer | null = null): Part & { wake: () => void } {
  const stopping = new AbortController()
  const failures = createFailureLog(job.name, log)
  let waiting = new AbortController()
  let woken = false
  let loop: Promise<void> | undefined

  async function runTurn(): Promise<boolean | 'waiting' | void> {
    try {
      const more = await inTraceOfItsOwn(job.name, () => job.run(stopping.signal), tracer)
      failures.end()
      return more
    } catch (error) {
      if (!stopping.signal.aborted) failures.add(error)
      return 'waiting'
    }
  }

  async function turnUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false
      const more = await runTurn()
      if (more === true || woken) continue
      waiting = new AbortController()
      const signal = AbortSignal.any([stopping.signal, waiting.signal])
      const { intervalMs, retryMs = intervalMs } = job
      await sleep(more === 'waiting' ? retryMs : intervalMs, signal)
    }
  }

  return {
    name: job.name,
    start: async () => {
      loop = turnUntilStopped()
    },
    stop: async () => {
      stopping.abort()
      await loop
    },
    wake: () => {
      woken = true
      waiting.abort()
    },
  }
}

/**
 * Brings forward the jobs that listen on a channel of this schema, in all processes; from a transaction, when it commits. Only
 * for what another process must hear at once: commits that notify take turns across the whole cluster.
 */
export async function notifyJobs(db: Queryable, channel: string): Promise<void> {
  await db.execute(sql`select pg_notify(current_schema() || '.' || ${channel}, '')`)
}
