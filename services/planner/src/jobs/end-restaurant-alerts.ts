import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { endRestaurantAlerts } from '../use-cases/restaurants/end-restaurant-alerts.ts'

const INTERVAL_MS = 10 * 60_000

/** Ends alerts whose days are over, or whose restaurant is gone. */
export const createEndRestaurantAlerts = ({ db, now }: { db: Database; now: () => Date }): Job => ({
  name: 'end-restaurant-alerts',
  intervalMs: INTERVAL_MS,
  run: () => endRestaurantAlerts(db, now()),
})
