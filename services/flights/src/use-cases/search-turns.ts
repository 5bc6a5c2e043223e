import { pauseRate, takeFromRate, type SharedRate } from '@walkon/runtime/shared-rates'
import type { Database } from '@walkon/service/database'
import type { Lane, RequestLimits } from '@walkon/service/request-budget'
import { setTimeout as after } from 'node:timers/promises'

/** Every search takes its turn, so that all processes together keep to the provider's rate. */
export type SearchTurns = {
  /** Resolves when one more search may begin; rejects with the signal's reason. */
  take(lane: Lane, signal: AbortSignal): Promise<void>
  /** The provider has asked for a pause: it holds for both lanes of all processes. */
  pause(ms: number): Promise<void>
}

export function createSearchTurns(
  db: Database,
  { burst, refillPerMinute, reserved }: RequestLimits,
): SearchTurns {
  const rate: SharedRate = { name: 'searches', burst, perSecond: refillPerMinute / 60 }
  return {
    async take(lane, signal) {
      const needed = lane === 'urgent' ? 1 : 1 + reserved
      for (;;) {
        signal.throwIfAborted()
        const waitMs = await takeFromRate(db, rate, needed)
        if (waitMs === null) return
        await after(Math.ceil(waitMs), undefined, { signal })
      }
    },
    pause: (ms) => pauseRate(db, rate, ms),
  }
}
