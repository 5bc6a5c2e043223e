import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { moveToNextWindow, publishEndedPasses } from '../use-cases/passes/end-passes.ts'

const BATCH = 500

export function endPasses(deps: { db: Database; now: () => Date }): Job {
  return {
    name: 'end-passes',
    intervalMs: 15_000,
    run: async () => {
      const moved = await moveToNextWindow(deps.db, BATCH)
      const ended = await publishEndedPasses(deps, BATCH)
      return moved === BATCH || ended === BATCH
    },
  }
}
