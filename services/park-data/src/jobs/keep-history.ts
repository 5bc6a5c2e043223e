import { scheduleDaily } from '@walkon/runtime/scheduled-jobs'
import type { Job } from '@walkon/service/jobs'
import { keepHistory, type HistoryUpkeep } from '../use-cases/history/keep-history.ts'

const HOUR_MS = 3_600_000

/** Partitions are made three days ahead, so a run may be a day late. A missed run is always made up. */
export function keepHistoryDaily(upkeep: HistoryUpkeep): Job {
  return scheduleDaily(upkeep, {
    name: 'keep-history',
    dailyAt: '00:15',
    timezone: 'UTC',
    makeUpWithinMs: 24 * HOUR_MS,
    leaseMs: HOUR_MS / 4,
    run: () => keepHistory(upkeep),
  })
}
