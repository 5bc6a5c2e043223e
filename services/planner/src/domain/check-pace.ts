/** When the provider of reservations is asked: politely, and less while it refuses. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Longer than a request takes: after it another process may ask. */
export const TURN_LEASE_MS = 30 * SECOND_MS
/** Even a forced check does not repeat one that is younger. */
export const LEAST_PAUSE_MS = MINUTE_MS
/** The list of restaurants is read again after this. */
export const LIST_KEPT_MS = 10 * MINUTE_MS

const FIRST_BACKOFF_MS = 5 * SECOND_MS
const LONGEST_BACKOFF_MS = 10 * MINUTE_MS

/** The pause of all requests after so many failures in a row, at least as long as the provider asks for. */
export const backoffMs = (failures: number, retryAfterMs: number): number =>
  Math.max(retryAfterMs, Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 20), LONGEST_BACKOFF_MS))
