import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { and, eq, sql } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { Temporal } from 'temporal-polyfill'

const instant = () => timestamp({ withTimezone: true })

/** The newest run of each scheduled job. A service that has such a job exports this table from its schema. */
export const scheduledRuns = pgTable('scheduled_runs', {
  job: text().primaryKey(),
  dueAt: instant().notNull(),
  /** Until then no other replica starts the run. */
  leasedUntil: instant().notNull(),
  /** Null while the run is under way, and after it has failed. */
  finishedAt: instant(),
})

/** A job that runs once a day, in one replica. */
export type DailyJob = {
  /** A verb phrase: `check-prices`. Renaming it makes it run once more. */
  name: string
  /**
   * Local time of day, `hh:mm`. Where the clocks skip it, the job runs as much later as they skip; where they show it
   * twice, at the first time.
   */
  dailyAt: string
  /** IANA name. */
  timezone: string
  /** A run that was missed, or has failed, is started until so long after its due time; not at all later. */
  makeUpWithinMs: number
  /** Longer than any run takes: after that the run is aborted, and made up by any replica. */
  leaseMs: number
  /** Throws when it could not do all its work, also when it was stopped: then the run is made up. */
  run(signal: AbortSignal): Promise<void>
}

const LOOK_EVERY_MS = 30_000
const RETRY_AFTER_MS = 5 * 60_000

/**
 * The loop of a daily job, for every replica. A run that has finished is never repeated. A run is leased before it starts, so one replica
 * runs at a time. After a failure or the death of its process it is started again, with the same due time. Only the last of several missed
 * days is made up. Throws a RangeError for a time or a zone that does not exist.
 */
export function scheduleDaily({ db, now }: { db: Database; now: () => Date }, job: DailyJob): Job {
  const dueAtOf = toSchedule(job)
  /** A due time that needs no look at the database any more. */
  let finishedDueMs: number | null = null

  async function runLeased(run: Run, stopping: AbortSignal): Promise<void> {
    try {
      await job.run(AbortSignal.any([stopping, AbortSignal.timeout(job.leaseMs)]))
    } catch (error) {
      const retryMs = stopping.aborted ? 0 : RETRY_AFTER_MS
      // While the database is away, the lease ends by itself.
      await shortenLease(db, run, new Date(now().getTime() + retryMs)).catch(() => {})
      throw error
    }
    await saveFinished(db, run, now())
    finishedDueMs = run.dueAt.getTime()
  }

  return {
    name: job.name,
    intervalMs: LOOK_EVERY_MS,
    run: async (stopping) => {
      const at = now()
      const dueAt = dueAtOf(at)
      const isTooLate = at.getTime() - dueAt.getTime() > job.makeUpWithinMs
      if (isTooLate || dueAt.getTime() === finishedDueMs) return
      const run = { job: job.name, dueAt, leasedUntil: new Date(at.getTime() + job.leaseMs) }
      if (await lease(db, run, at)) return runLeased(run, stopping)
      if (await isFinished(db, run)) finishedDueMs = dueAt.getTime()
    },
  }
}

/** The last instant, not after `now`, at which the job is due. */
function toSchedule({ dailyAt, timezone }: DailyJob): (now: Date) => Date {
  const time = Temporal.PlainTime.from(dailyAt)
  const dueOn = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone: timezone, plainTime: time })
  dueOn(Temporal.PlainDate.from('2000-01-01'))
  return (now) => {
    const instantNow = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    const today = instantNow.toZonedDateTimeISO(timezone).toPlainDate()
    const dueToday = dueOn(today)
    const isAhead = Temporal.Instant.compare(dueToday.toInstant(), instantNow) > 0
    const due = isAhead ? dueOn(today.subtract({ days: 1 })) : dueToday
    return new Date(due.epochMilliseconds)
  }
}

type Run = { job: string; dueAt: Date; leasedUntil: Date }

/** True for the one replica that may run now. */
async function lease(db: Database, run: Run, now: Date): Promise<boolean> {
  const { job, dueAt, leasedUntil, finishedAt } = scheduledRuns
  const leased = await db
    .insert(scheduledRuns)
    .values(run)
    .onConflictDoUpdate({
      target: job,
      set: { dueAt: run.dueAt, leasedUntil: run.leasedUntil, finishedAt: null },
      setWhere: sql`${dueAt} < excluded.due_at or (${dueAt} = excluded.due_at
        and ${finishedAt} is null and ${leasedUntil} <= ${now.toISOString()}::timestamptz)`,
    })
    .returning({ one: sql`1` })
  return leased.length > 0
}

/** The row of this very lease; a run that outlived its lease changes nothing. */
const ownRow = ({ job, dueAt, leasedUntil }: Run) =>
  and(eq(scheduledRuns.job, job), eq(scheduledRuns.dueAt, dueAt), eq(scheduledRuns.leasedUntil, leasedUntil))

async function shortenLease(db: Database, run: Run, leasedUntil: Date): Promise<void> {
  await db.update(scheduledRuns).set({ leasedUntil }).where(ownRow(run))
}

async function saveFinished(db: Database, run: Run, finishedAt: Date): Promise<void> {
  await db.update(scheduledRuns).set({ finishedAt }).where(ownRow(run))
}

async function isFinished(db: Database, { job, dueAt }: Run): Promise<boolean> {
  const [row] = await db
    .select({ finishedAt: scheduledRuns.finishedAt })
    .from(scheduledRuns)
    .where(and(eq(scheduledRuns.job, job), eq(scheduledRuns.dueAt, dueAt)))
  return row !== undefined && row.finishedAt !== null
}
