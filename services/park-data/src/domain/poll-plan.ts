/** A destination without a reader waits this many times longer between polls. */
const UNWATCHED_FACTOR = 5

/** A longer pause would make every reading a baseline (guards). */
const LONGEST_PAUSE_MS = 9 * 60_000

/** The plan is checked once a second, so a poll due within half a second counts as due. */
const TOLERANCE_MS = 500

export type PollPlan = {
  pollMs: number
  /** Destinations with an active pass or a viewer. */
  watched: ReadonlySet<string>
  /** When each was last polled, in milliseconds. */
  askedAt: ReadonlyMap<string, number>
}

/** The destinations to be polled now. A destination with a new first reader is due as soon as its shorter pause is over. */
export function mayPoll(destinationId: string, { pollMs, watched, askedAt }: PollPlan, now: Date): boolean {
  const pauseMs = watched.has(destinationId) ? pollMs : Math.min(pollMs * UNWATCHED_FACTOR, LONGEST_PAUSE_MS)
  const lastMs = askedAt.get(destinationId)
  return lastMs === undefined || now.getTime() - lastMs >= pauseMs - TOLERANCE_MS
}
