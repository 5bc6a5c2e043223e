import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { deleteOldErasures } from '../db/accounts/erasures.ts'

const INTERVAL_MS = 10 * 60_000

/** Purges the hashes of erased addresses when every event that could be older has left the log. */
export const purgeErasures = (db: Database, retentionHours: number): Job => ({
  name: 'purge-erasures',
  intervalMs: INTERVAL_MS,
  run: () => deleteOldErasures(db, retentionHours),
})
