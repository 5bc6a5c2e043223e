import { ApiError } from './api.ts'

const FIRST_MS = 2_000
const LONGEST_MS = 30_000

type Failed = { error: Error | null; errorUpdateCount: number }

/**
 * After how many ms a page that waits for news asks again although the last answer was lost: the pauses double up to half a minute. False
 * where the server refused.
 */
export function pauseAfterFailure({ error, errorUpdateCount }: Failed): number | false {
  if (!(error instanceof ApiError) || isRefusal(error)) return false
  const pause = Math.min(FIRST_MS * 2 ** (errorUpdateCount - 1), LONGEST_MS)
  return Math.max(pause, error.retryAfterMs ?? 0)
}

/** 429 is over soon. */
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429
