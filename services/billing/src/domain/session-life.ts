const MINUTE_MS = 60_000

/** Stripe takes no less than half an hour; the rest is for clocks that differ, and for another try of a call. */
export const SESSION_MS = 32 * MINUTE_MS

/**
 * How long the call that opens a session is tried again with the same key and the same end. After that the end is so near that Stripe
 * refuses it.
 */
const TRIED_AGAIN_MS = MINUTE_MS

/** True if another try of the call can still open this session. */
export const mayBeOpenedAgain = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < TRIED_AGAIN_MS
