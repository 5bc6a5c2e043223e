import { sql } from 'drizzle-orm'
import { setTimeout as after } from 'node:timers/promises'
import type { Queryable } from './database.ts'
import type { Part } from './lifecycle.ts'
import type { Log } from './log.ts'

export type Job = {
  /** What it does, as a verb phrase: `end-passes`. */
  name: string
  intervalMs: number
  /** A channel of this process that brings the next turn forward: see `wakeAfterCommit`. */
  wakeOn?: string
  /** A PostgreSQL notification channel of the service's own schema that does so in every process: see `notifyJobs`. */
  listenOn?: string
  /** True if there is more to do at once. */
  run(signal: AbortSignal): Promise<boolean | void>
}

/** A loop on a clock. A failure is logged and the next turn comes all the same; `wake` brings it forward. */
export function createJobLoop(job: Job, log: Log): Part & { wake: () => void } {
  const stopping = new AbortController()
  let waiting = new AbortController()
  let woken = false
  let loop: Promise<void> | undefined

  async function turnUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false
      const more = await job.run(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error, job: job.name }, 'job failed')
        return false
      })
      if (more || woken) continue
      waiting = new AbortController()
      const signal = AbortSignal.any([stopping.signal, waiting.signal])
      await after(job.intervalMs, undefined, { signal }).catch(() => {})
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
