import type { Database } from '@walkon/service/database'
import type { Lane, RequestLimits } from '@walkon/service/request-budget'
import { setTimeout as after } from 'node:timers/promises'
import { pauseSearches, takeSearch } from '../db/search-rates.ts'

/** Every search takes its turn, so that all processes together keep to the provider's rate. */
export type SearchTurns = {
  /** Resolves when one more search may begin; rejects with the signal's reason. */
  take(lane: Lane, signal: AbortSignal): Promise<void>
  /** The provider has asked for a pause: it holds for both lanes of all processes. */
  pause(ms: number): Promise<void>
}

export const createSearchTurns = (db: Database, limits: RequestLimits): SearchTurns => ({
  async take(lane, signal) {
    const needed = lane === 'urgent' ? 1 : 1 + limits.reserved
    for (;;) {
      signal.throwIfAborted()
      const { isTaken, waitMs } = await takeSearch(db, limits, needed)
      if (isTaken) return
      await after(Math.ceil(waitMs), undefined, { signal })
    }
  },
  pause: (ms) => pauseSearches(db, limits, ms),
})
