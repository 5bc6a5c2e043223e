/** When the fares of a trip are looked at: once a day, the trips spread over the day. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MINUTES_A_DAY = DAY_MS / MINUTE_MS

/** A check that fails is made again after this. */
export const RETRY_MS = 15 * MINUTE_MS
/** Longer than the check of a trip takes: after it another process takes the trip over. */
export const LEASE_MS = 10 * MINUTE_MS

/**
 * The next check after one at `checkedAt`: the trip's own minute of the day, on the next day of UTC. So a trip is checked once on each
 * day, and one that was checked late keeps its minute.
 */
export function nextCheckAt(tripId: string, checkedAt: Date): Date {
  const minute = Number.parseInt(tripId.slice(-8), 16) % MINUTES_A_DAY
  return new Date(startOfNextDay(checkedAt) + minute * MINUTE_MS)
}

/** When a trip is checked for which the searches of the day did not suffice: early on the next day, before its usual minute. */
export const afterTheCap = (now: Date): Date => new Date(startOfNextDay(now))

const startOfNextDay = (at: Date) => Math.floor(at.getTime() / DAY_MS) * DAY_MS + DAY_MS
