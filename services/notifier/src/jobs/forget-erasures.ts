import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { deleteOldErasures } from '../db/erasures.ts'

const INTERVAL_MS = 10 * 60_000

/** Removes the last hashes of the erased, when every event that could be older has left the log. */
export function forgetErasures(db: Database, retentionHours: number): Job {
  return {
    name: 'forget-erasures',
    intervalMs: INTERVAL_MS,
    run: () => deleteOldErasures(db, retentionHours),
  }
}
