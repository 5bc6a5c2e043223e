import { ApiError } from './api.ts'

const FIRST_MS = 2_000
const LONGEST_MS = 30_000

type Failed = { error: Error | null; errorUpdateCount: number }

/**
 * The pause in ms before a page that waits for news asks again after a lost answer. Pauses double up to half a minute. False where the
 * server refused.
 */
export function pauseAfterFailure({ error, errorUpdateCount }: Failed): number | false {
  if (!(error instanceof ApiError) || isRefusal(error)) return false
  const pause = Math.min(FIRST_MS * 2 ** (errorUpdateCount - 1), LONGEST_MS)
  return Math.max(pause, error.retryAfterMs ?? 0)
}

/** For the query of a fact without which a page would say something wrong: asks again after a lost answer, else never. */
export const askedAgain = ({ state }: { state: Failed }): number | false => pauseAfterFailure(state)

/** True while the answer to such a query is lost: from its failure on, through all further tries. */
export const isLost = ({ data, ...failed }: Failed & { data: unknown }): boolean =>
  data === undefined &&
  failed.errorUpdateCount > 0 &&
  (failed.error === null || pauseAfterFailure(failed) !== false)

/** 429 is over soon. */
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429
