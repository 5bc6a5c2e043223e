import { COUNTED_DAYS, COUNTING_TIMEZONE } from '@walkon/contracts/http/how-we-do'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { parkDayAt, type ParkDay } from '@walkon/service/park-day'
import { scheduleDaily } from './scheduled-jobs.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

type DailyCount = {
  /** The job's name. */
  name: string
  /** How many days are counted again, because what became of them is known later. */
  days: number
  /** Counts one day, and replaces its earlier counts. */
  countDay(day: ParkDay, now: Date): Promise<void>
  /** Deletes the counts of days before this one. */
  deleteBefore(date: string): Promise<void>
}

/** Counts the last days for the page `/how-we-do` when they are over, so that no request reads the rows that are counted. */
export const countDaily = (
  { db, now }: { db: Database; now: () => Date },
  { name, days, countDay, deleteBefore }: DailyCount,
): Job =>
  scheduleDaily(
    { db, now },
    {
      name,
      dailyAt: '04:20',
      timezone: COUNTING_TIMEZONE,
      makeUpWithinMs: DAY_MS,
      leaseMs: HOUR_MS,
      run: async (signal) => {
        const at = now()
        for (let ago = 1; ago <= days; ago += 1) {
          signal.throwIfAborted()
          await countDay(dayBefore(at, ago), at)
        }
        await deleteBefore(dayBefore(at, COUNTED_DAYS).date)
      },
    },
  )

/** So many days before the present one. Noon lies in the same day also where the clocks change. */
function dayBefore(now: Date, days: number): ParkDay {
  const { startsAt } = parkDayAt(now, COUNTING_TIMEZONE)
  return parkDayAt(new Date(startsAt.getTime() - (days - 0.5) * DAY_MS), COUNTING_TIMEZONE)
}
