const SAME_REQUEST_MS = 60_000

/** True if a request for an alert repeats the one before it, as a form that was sent twice: its mail is on the way. */
export const isSameRequest = (lastSentAt: Date | null, now: Date): boolean =>
  lastSentAt !== null && now.getTime() - lastSentAt.getTime() < SAME_REQUEST_MS
