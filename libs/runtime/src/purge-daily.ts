import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import { z } from 'zod'
import { scheduleDaily } from './scheduled-jobs.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * A retention, in days, of rows that make an event's effect happen once. Longer than a topic delivers an event again, with a
 * day for what a publisher's outbox still has.
 */
export const retentionDays = z.coerce
  .number()
  .int()
  .min(EVENT_LIFETIME_HOURS / 24 + 1)

/** The instant before which rows are past a retention. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

export type Purge = {
  /** The tables that it deletes from. */
  tables: string[]
  /** Deletes what hangs on so many rows at most, in a transaction of its own. Returns the rows deleted, by table. */
  deleteBatch(limit: number): Promise<Record<string, number>>
}

/** A purge of one table by a query that returns how many rows it deleted. */
export const purgeOf = (table: string, deleteRows: (limit: number) => Promise<number>): Purge => ({
  tables: [table],
  deleteBatch: async (limit) => ({ [table]: await deleteRows(limit) }),
})

/** Few enough that a batch holds its locks for a moment only. */
const BATCH = 1_000

/** Deletes rows past their retention once a day, in one replica, batch after batch until none is left. */
export function purgeDaily(
  { db, now, metrics, log }: { db: Database; now: () => Date; metrics: Metrics; log: Log },
  purges: Purge[],
): Job {
  const purged = new Counter({
    name: 'purged_rows_total',
    help: 'Rows deleted because their retention was over',
    labelNames: ['table'],
    registers: [metrics],
  })
  for (const table of purges.flatMap(({ tables }) => tables)) purged.inc({ table }, 0)

  return scheduleDaily(
    { db, now },
    {
      name: 'purge-past-retention',
      // Night in America, where most of the parks are.
      dailyAt: '08:30',
      timezone: 'UTC',
      makeUpWithinMs: DAY_MS,
      leaseMs: HOUR_MS,
      run: async (signal) => {
        for (const purge of purges) {
          const rows = await purgeAll(purge, signal, (table, count) => purged.inc({ table }, count))
          if (rows > 0) log.info({ tables: purge.tables, rows }, 'rows past their retention deleted')
        }
      },
    },
  )
}

async function purgeAll(
  { deleteBatch }: Purge,
  signal: AbortSignal,
  onPurged: (table: string, count: number) => void,
): Promise<number> {
  let total = 0
  for (;;) {
    signal.throwIfAborted()
    const counts = Object.entries(await deleteBatch(BATCH))
    const rows = counts.reduce((sum, [, count]) => sum + count, 0)
    if (rows === 0) return total
    for (const [table, count] of counts) onPurged(table, count)
    total += rows
  }
}
