import type { Job } from '@walkon/service/jobs'
import { HISTORY_CHANNEL } from '../db/history-imports.ts'
import { buildStatistics, type StatisticsDeps } from '../use-cases/history/build-statistics.ts'

/** Days end at a different instant in each time zone. An import has its days built at once. */
const LOOK_EVERY_MS = 10 * 60_000

export function buildStatisticsOfDays(deps: StatisticsDeps): Job {
  return {
    name: 'build-statistics',
    intervalMs: LOOK_EVERY_MS,
    listenOn: HISTORY_CHANNEL,
    run: async () => {
      await buildStatistics(deps)
    },
  }
}
