import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { readyRestedWatches } from '../db/alerts/matching.ts'

const BATCH = 5_000

/** Marks watches as ready when their window opens or their cooldown is over, so that the match finds them by ride. */
export function readyWatches(db: Database): Job {
  return {
    name: 'ready-watches',
    intervalMs: 5_000,
    run: async () => (await readyRestedWatches(db, BATCH)) === BATCH,
  }
}
