/** Guards against a lying feed (decisions, section 3). They judge a park, never a single ride. */

const LONGEST_GAP_MS = 10 * 60_000
const STALE_AFTER_MS = 30 * 60_000

export type ParkReading = {
  /** When rows of this park were last read; null if never. */
  readAt: Date | null
  /** The answer after that had no row of this park, or could not be used at all. */
  wasEmpty: boolean
}

/** The first observation after a long gap or an empty answer only tells where things stand. */
export function isBaseline({ readAt, wasEmpty }: ParkReading, now: Date): boolean {
  return readAt === null || wasEmpty || now.getTime() - readAt.getTime() > LONGEST_GAP_MS
}

/** None of the park's rows has changed for too long although polls succeed: the feed behind it is frozen. */
export function isFrozen(rowChangedAt: Date, now: Date): boolean {
  return now.getTime() - rowChangedAt.getTime() >= STALE_AFTER_MS
}
