import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { endPastAlerts } from '../use-cases/end-past-alerts.ts'

const INTERVAL_MS = 10 * 60_000

/** Ends alerts whose departure is over. */
export const createEndPastAlerts = ({ db, now }: { db: Database; now: () => Date }): Job => ({
  name: 'end-past-alerts',
  intervalMs: INTERVAL_MS,
  run: () => endPastAlerts(db, now()),
})
