/** Guards against wrong data in the feed (decisions, section 3). They judge a whole park, never a single ride. */

export const LONGEST_GAP_MS = 10 * 60_000
const STALE_AFTER_MS = 30 * 60_000

export type ParkReading = {
  /** When rows of this park were last read; null if never. */
  readAt: Date | null
  /** True if the answer after that had no row of this park, or was unusable. */
  wasEmpty: boolean
}

/** The first reading after a long gap or an empty answer is a baseline: it shows the state, and not when it changed. */
export function isBaseline({ readAt, wasEmpty }: ParkReading, now: Date): boolean {
  return readAt === null || wasEmpty || now.getTime() - readAt.getTime() > LONGEST_GAP_MS
}

/** Polls succeed, and none of the park's rows has changed for too long: the feed is frozen. */
export function isFrozen(rowChangedAt: Date, now: Date): boolean {
  return now.getTime() - rowChangedAt.getTime() >= STALE_AFTER_MS
}
