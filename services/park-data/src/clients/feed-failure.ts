import { ProviderFailure, type ProviderFailureKind } from '@walkon/service/provider-failure'
import { ApiError, NetworkError, RateLimitError, TimeoutError } from 'themeparks'

/** Why a request to the feed gave no usable answer. Unusable is also half a document, and nothing. */
export class FeedFailure extends ProviderFailure {}

export type FailureKind = ProviderFailureKind

export const unusable = (message: string, cause?: unknown) => new FeedFailure('unusable', message, { cause })

const DEFAULT_RETRY_AFTER_MS = 60_000
const LONGEST_RETRY_AFTER_MS = 15 * 60_000

/** The SDK's error as one of these failures. */
export function toFeedFailure(error: unknown): FeedFailure {
  if (error instanceof FeedFailure) return error
  if (error instanceof RateLimitError) {
    const asked = error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS
    const retryAfterMs = Math.min(Math.max(asked, 1_000), LONGEST_RETRY_AFTER_MS)
    return new FeedFailure('rate-limited', 'The feed asks us to wait', { retryAfterMs })
  }
  if (error instanceof ApiError) return new FeedFailure('refused', `The feed answered ${error.status}`)
  if (error instanceof NetworkError && error.cause instanceof FeedFailure) return error.cause
  if (error instanceof NetworkError || error instanceof TimeoutError) {
    return new FeedFailure('unreachable', 'The feed did not answer', { cause: error })
  }
  return unusable('The feed did not answer in JSON', error)
}
