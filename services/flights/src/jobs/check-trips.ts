import type { Job } from '@walkon/service/jobs'
import { checkDueTrips, type CheckDeps } from '../use-cases/check-trips.ts'
import { TRIPS_DUE_CHANNEL } from '../use-cases/watch-trip.ts'

const INTERVAL_MS = 10_000

/** Looks for the fares of each watched trip once a day, at the trip's own minute; woken when an alert begins. */
export const checkTrips = (deps: CheckDeps): Job => ({
  name: 'check-trips',
  intervalMs: INTERVAL_MS,
  wakeOn: TRIPS_DUE_CHANNEL,
  run: () => checkDueTrips(deps),
})
