/** How a call to a provider goes from state to state. Pure: the loop that makes the calls is in provider-calls.ts. */

/** The meaning of a provider's answer to one call. `reason` is a stable code without anything personal. */
export type Answer =
  | { kind: 'accepted'; providerId: string }
  /** Will never be accepted, however often it is tried. */
  | { kind: 'refused'; reason: string }
  /** Certainly without effect, and may be tried later: throttled, or the provider was never reached. The provider may say when. */
  | { kind: 'retry'; reason: string; afterSeconds?: number }
  /** Certainly without effect, and no call succeeds until our account or settings are mended. */
  | { kind: 'misconfigured'; reason: string }
  /** The call may have taken effect or not. */
  | { kind: 'unclear'; reason: string }

/** The new state of a call after an attempt. */
export type Step =
  | { state: 'accepted'; providerId: string }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; delaySeconds: number }
  | { state: 'unknown'; reason: string; delaySeconds: number }

export type Waits = {
  /** After the first refusal; it doubles with each attempt. */
  retrySeconds: number
  /** Between an unclear call and its first look-up, and from each look-up to the next. */
  askSeconds: number
  /** A call that the search does not show is taken for not made after this, if the search shows later calls. */
  absentSeconds: number
  /** After this also if it shows none; must exceed the lag of the search. */
  lookupSeconds: number
}

const LONGEST_RETRY_SECONDS = 30

/** `attemptNo` counts from 1. Waits double with each attempt, so that a provider in trouble is left alone. */
export function toStep(answer: Answer, attemptNo: number, waits: Waits): Step {
  switch (answer.kind) {
    case 'accepted':
      return { state: 'accepted', providerId: answer.providerId }
    case 'refused':
      return { state: 'failed', reason: answer.reason }
    case 'retry':
      return toRetry(answer.reason, answer.afterSeconds)
    case 'misconfigured':
      return toRetry(answer.reason)
    case 'unclear':
      return { state: 'unknown', reason: answer.reason, delaySeconds: waits.askSeconds }
    default:
      return answer satisfies never
  }

  function toRetry(reason: string, askedSeconds = 0): Step {
    const delaySeconds = Math.max(retryDelaySeconds(attemptNo, waits.retrySeconds), askedSeconds)
    return { state: 'queued', reason, delaySeconds }
  }
}

/** `firstSeconds`, doubled with each attempt after the first, and half a minute at most. */
export function retryDelaySeconds(attemptNo: number, firstSeconds: number): number {
  return Math.min(firstSeconds * 2 ** Math.max(attemptNo - 1, 0), LONGEST_RETRY_SECONDS)
}
