import { setTimeout as after } from 'node:timers/promises'

/** A provider's rate limit for a caller, as a token bucket. In any minute at most `burst + refillPerMinute` requests are sent. */
export type RequestLimits = {
  /** Requests that may be sent at once. */
  burst: number
  refillPerMinute: number
  /** The part of the burst left for urgent requests; background requests wait for more. */
  reserved: number
}

export type Lane = 'urgent' | 'background'

/** Every request to a provider takes from its budget, so that all of them together keep to its limit. */
export type RequestBudget = {
  /** Resolves when one more request may be sent; rejects with the signal's reason. */
  take(lane: Lane, signal: AbortSignal): Promise<void>
  /** The provider has asked for a pause: it holds for both lanes. */
  pause(ms: number): void
  isPaused(): boolean
  /** Requests that may be sent at once, by this process. */
  left(): number
}

/** One budget a process: a limit that several processes share needs one leader that sends all requests. */
export function createRequestBudget(limits: RequestLimits, now: () => Date): RequestBudget {
  let bucket = fullBucket(limits, now().getTime())
  let pausedUntilMs = 0

  return {
    take: async (lane, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const nowMs = now().getTime()
        const pauseMs = pausedUntilMs - nowMs
        if (pauseMs > 0) {
          await after(pauseMs, undefined, { signal })
          continue
        }
        const taken = takeToken(bucket, limits, lane, nowMs)
        bucket = taken.bucket
        if (taken.waitMs === 0) return
        await after(taken.waitMs, undefined, { signal })
      }
    },
    pause: (ms) => {
      pausedUntilMs = Math.max(pausedUntilMs, now().getTime() + ms)
    },
    isPaused: () => now().getTime() < pausedUntilMs,
    left: () => Math.floor(refilled(bucket, limits, now().getTime())),
  }
}

export type Bucket = { tokens: number; atMs: number }

export const fullBucket = ({ burst }: RequestLimits, nowMs: number): Bucket => ({
  tokens: burst,
  atMs: nowMs,
})

/** Takes one token, or says after how many milliseconds to ask again. A clock that goes back refills nothing. */
export function takeToken(
  bucket: Bucket,
  limits: RequestLimits,
  lane: Lane,
  nowMs: number,
): { bucket: Bucket; waitMs: number } {
  const tokens = refilled(bucket, limits, nowMs)
  const needed = lane === 'urgent' ? 1 : 1 + limits.reserved
  if (tokens >= needed) return { bucket: { tokens: tokens - 1, atMs: nowMs }, waitMs: 0 }
  return {
    bucket: { tokens, atMs: nowMs },
    waitMs: Math.ceil(((needed - tokens) * 60_000) / limits.refillPerMinute),
  }
}

function refilled(bucket: Bucket, { burst, refillPerMinute }: RequestLimits, nowMs: number): number {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs)
  return Math.min(burst, bucket.tokens + (elapsedMs * refillPerMinute) / 60_000)
}
