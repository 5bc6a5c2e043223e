/** When the fares of a trip are looked at: once a day, the trips spread over the day. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MINUTES_A_DAY = DAY_MS / MINUTE_MS

/** A check that fails is made again after this. */
export const RETRY_MS = 15 * MINUTE_MS
const SECOND_MS = 1_000
/** For the statements of a check. A check that outlasts its lease costs a search more, and tells nothing twice. */
const STORED_WITHIN_MS = 20 * SECOND_MS

/**
 * How long a process has a trip for itself: a bit more than the longest check, whose searches wait for their turns side by side. A trip
 * whose process was killed is due again after it.
 */
export const toLeaseMs = ({ waitSeconds, searchSeconds }: { waitSeconds: number; searchSeconds: number }) =>
  (waitSeconds + searchSeconds) * SECOND_MS + STORED_WITHIN_MS

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
