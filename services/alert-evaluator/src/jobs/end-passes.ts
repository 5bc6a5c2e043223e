import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { moveToNextWindow, publishEndedPasses } from '../use-cases/end-passes.ts'

const BATCH = 500

export function endPasses(db: Database): Job {
  return {
    name: 'end-passes',
    intervalMs: 15_000,
    run: async () => {
      const moved = await moveToNextWindow(db, BATCH)
      const ended = await publishEndedPasses(db, BATCH)
      return moved === BATCH || ended === BATCH
    },
  }
}
