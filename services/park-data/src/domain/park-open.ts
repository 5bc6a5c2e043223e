import { LONGEST_GAP_MS } from './guards.ts'
import type { LiveRow } from './live-row.ts'
import { isOpen, lastClosedAt, type Opening } from './opening-hours.ts'

/**
 * Decides if a park is open. Its schedule decides if it says open. If it is missing or says closed (early entry, a private evening), rides
 * whose waits move decide (decisions, section 3). Waits of zero do not count: the feed refreshes their time stamps all night.
 */

const MOVING_RIDES = 3
const MOVED_WITHIN_MS = 20 * 60_000

type Posted = Pick<LiveRow, 'status' | 'waitMinutes' | 'changedAt'>

/**
 * Three rides with a positive wait that changed within 20 minutes. A change from before the last closing proves nothing: rows keep
 * their waits for a while after it. Stamps of a park that writes its local time as UTC are far from the present, and prove nothing either.
 */
export function isOpenByRides(rides: Posted[], openings: Opening[], readAt: Date): boolean {
  const closedAt = lastClosedAt(openings, readAt)
  const moving = rides.filter(
    ({ status, waitMinutes, changedAt }) =>
      status === 'OPERATING' &&
      waitMinutes !== null &&
      waitMinutes > 0 &&
      changedAt !== null &&
      Math.abs(readAt.getTime() - changedAt.getTime()) <= MOVED_WITHIN_MS &&
      (closedAt === null || changedAt > closedAt),
  )
  return moving.length >= MOVING_RIDES
}

export type RideVote = {
  /** When the park was last read. */
  readAt: Date | null
  /** The last reading by which its rides alone showed the park to be open; null if there was none. */
  openByRidesAt: Date | null
}

/** True if a park is open now by either vote. That of the rides holds until the next reading, or until readings are too far apart. */
export function isParkOpen({ readAt, openByRidesAt }: RideVote, openings: Opening[], now: Date): boolean {
  if (isOpen(openings, now)) return true
  if (readAt === null || openByRidesAt === null || openByRidesAt < readAt) return false
  return now.getTime() - openByRidesAt.getTime() <= LONGEST_GAP_MS
}
