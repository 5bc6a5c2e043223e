import type { Job } from '@walkon/service/jobs'
import { createTableChecks, type TableCheckDeps } from '../use-cases/restaurants/check-tables.ts'
import { TABLE_CHECKS_CHANNEL } from '../use-cases/restaurants/set-restaurant-alert.ts'

/** At most as long as the pause between two requests: a replica that was refused its turn is back soon. */
const INTERVAL_MS = 2_000

/** Looks for tables that can be reserved, on the days that alerts wait for; woken when an alert is set. */
export const checkTables = (deps: TableCheckDeps): Job => {
  const check = createTableChecks(deps)
  return {
    name: 'check-tables',
    intervalMs: INTERVAL_MS,
    wakeOn: TABLE_CHECKS_CHANNEL,
    run: async (stopping) => {
      await check(stopping)
    },
  }
}
