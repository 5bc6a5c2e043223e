/** A destination without a reader is read so much more seldom. */
const UNWATCHED_FACTOR = 5

/** Longer pauses would make every reading a baseline (guards). */
const LONGEST_PAUSE_MS = 9 * 60_000

/** Polls are looked for once a second, so one that is due within half a second is due. */
const TOLERANCE_MS = 500

export type PollPlan = {
  pollMs: number
  /** Destinations with an active pass or a viewer. */
  watched: ReadonlySet<string>
  /** When each was last asked for, in milliseconds. */
  askedAt: ReadonlyMap<string, number>
}

/** Which destinations are to be read now. One that has just got its first reader is due at once if its shorter pause is over. */
export function mayPoll(destinationId: string, { pollMs, watched, askedAt }: PollPlan, now: Date): boolean {
  const pauseMs = watched.has(destinationId) ? pollMs : Math.min(pollMs * UNWATCHED_FACTOR, LONGEST_PAUSE_MS)
  const lastMs = askedAt.get(destinationId)
  return lastMs === undefined || now.getTime() - lastMs >= pauseMs - TOLERANCE_MS
}
