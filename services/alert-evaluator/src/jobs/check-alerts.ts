import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { checkAlertsAgain } from '../db/alerts/alert-days.ts'

/** Counts, ten minutes after an alert, whether its ride is still short. */
export const checkAlerts = ({ db, now }: { db: Database; now: () => Date }): Job => ({
  name: 'check-alerts',
  intervalMs: 60_000,
  run: async () => {
    await checkAlertsAgain(db, now())
  },
})
