import { setTimeout as after } from 'node:timers/promises'
import { fullBudget, takeRequest, type Lane } from '../domain/request-budget.ts'

/** Every request to the feed passes here, so that all of them together keep to its limit. */
export type FeedGate = {
  /** Resolves when one more request may be sent. */
  pass(lane: Lane, signal: AbortSignal): Promise<void>
  /** The feed has asked for a pause: it holds for everything we ask of it. */
  pause(ms: number): void
  isPaused(): boolean
}

export function createFeedGate(now: () => Date): FeedGate {
  let budget = fullBudget(now().getTime())
  let pausedUntilMs = 0

  return {
    pass: async (lane, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const nowMs = now().getTime()
        const pauseMs = pausedUntilMs - nowMs
        if (pauseMs <= 0) {
          const taken = takeRequest(budget, lane, nowMs)
          budget = taken.budget
          if (taken.waitMs === 0) return
          await after(taken.waitMs, undefined, { signal })
        } else await after(pauseMs, undefined, { signal })
      }
    },
    pause: (ms) => {
      pausedUntilMs = Math.max(pausedUntilMs, now().getTime() + ms)
    },
    isPaused: () => now().getTime() < pausedUntilMs,
  }
}
