import { HIGHEST_MARK, LOWEST_MARK } from '@walkon/contracts/guarantee'
import type { Poll } from './news.ts'

/**
 * The guarantee counts news (decisions, section 4). An alert is none while its ride stays at or below the visitor's mark since the first
 * trusted reading of the window. The mark is the limit, at most 15 minutes. So it is enough to know when each ride was last read above each
 * mark.
 */
const MARKS = Array.from({ length: HIGHEST_MARK - LOWEST_MARK + 1 }, (_, index) => LOWEST_MARK + index)

/** A ride as its park was last read, and when it was last above each mark before that wait was posted: the lowest mark first. */
export type RideLevel = { waitMinutes: number | null; aboveAt: (Date | null)[] }

export type ParkLevels = {
  /** The newest trusted reading of the open park. */
  readAt: Date | null
  rides: Map<string, RideLevel>
}

const UNKNOWN: RideLevel = { waitMinutes: null, aboveAt: MARKS.map(() => null) }

/**
 * The levels of a park after a poll; returns the rides whose wait is another, so that a wait that stands costs nothing. A poll that is not
 * trusted, of a closed park or older than the newest changes nothing.
 */
export function applyPoll(levels: ParkLevels, { parkOpen, trusted, observedAt, rides }: Poll): string[] {
  const { readAt } = levels
  if (!parkOpen || !trusted || (readAt !== null && observedAt <= readAt)) return []
  const waits = new Map(
    rides.map(({ rideId, status, waitMinutes }) => [rideId, status === 'OPERATING' ? waitMinutes : null]),
  )
  const changed = [...new Set([...levels.rides.keys(), ...waits.keys()])].filter((rideId) => {
    const before = levels.rides.get(rideId)
    const waitMinutes = waits.get(rideId) ?? null
    if (before && before.waitMinutes === waitMinutes) return false
    levels.rides.set(rideId, { waitMinutes, aboveAt: aboveAtUntil(before ?? UNKNOWN, readAt) })
    return true
  })
  levels.readAt = observedAt
  return changed
}

/** When the ride was last read above each mark, as of the newest reading. */
export const lastAbove = ({ rides, readAt }: ParkLevels, rideId: string): (Date | null)[] =>
  aboveAtUntil(rides.get(rideId) ?? UNKNOWN, readAt)

const aboveAtUntil = ({ waitMinutes, aboveAt }: RideLevel, readAt: Date | null) =>
  MARKS.map((mark, index) => (waitMinutes !== null && waitMinutes > mark ? readAt : (aboveAt[index] ?? null)))
