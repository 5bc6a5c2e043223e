import { toPauseMs } from '@walkon/service/provider-client'
import { z } from 'zod'
import { FareFailure } from '../domain/fare-failure.ts'

/** Maps Duffel's refusals to our failures (https://duffel.com/docs/api/overview/errors). */

export const unusable = (message: string, cause?: unknown) => new FareFailure('unusable', message, { cause })

const errorBody = z.object({
  errors: z
    .array(
      z.object({
        type: z.string().catch(''),
        code: z.string().catch(''),
        source: z
          .object({ pointer: z.string().catch('') })
          .optional()
          .catch(undefined),
      }),
    )
    .min(1),
})

const PAUSES = { defaultMs: 60_000, longestMs: 5 * 60_000 }

/** A refusal as one of our failures. Its message names Duffel's code and nothing of the trip. */
export function toFareFailure({ status, headers }: Response, text: string, now: Date): FareFailure {
  const { type = '', code = '', source } = readError(text)
  const message = `The provider of fares answered ${status}${code && ` (${code})`}`
  if (status === 429) return new FareFailure('rate-limited', message, { retryAfterMs: pauseOf(headers, now) })
  if (status === 422) {
    const field = /\/(origin|destination)$/.exec(source?.pointer ?? '')?.[1]
    // On the way back the origin is the destination.
    const isWayBack = source?.pointer.startsWith('/slices/1/') ?? false
    if (field) {
      const isOrigin = (field === 'origin') !== isWayBack
      return new FareFailure(isOrigin ? 'unknown-origin' : 'unknown-destination', message)
    }
  }
  const isOurs = status >= 400 && status < 500 && status !== 408 && type !== 'airline_error'
  return new FareFailure(isOurs ? 'misconfigured' : 'refused', message)
}

function readError(text: string): { type?: string; code?: string; source?: { pointer: string } | undefined } {
  try {
    return errorBody.parse(JSON.parse(text)).errors[0] ?? {}
  } catch {
    // A gateway before it answers in HTML.
    return {}
  }
}

/** `ratelimit-reset` is a date in its documentation's example; seconds, and `retry-after`, are read too. */
const pauseOf = (headers: Headers, now: Date): number =>
  toPauseMs(headers.get('ratelimit-reset') ?? headers.get('retry-after'), now, PAUSES)
