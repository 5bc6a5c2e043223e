import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { createPartitions, deleteOldHistory } from '../db/history.ts'
import type { PollerRole } from '../poll/role.ts'

const HOUR_MS = 3_600_000

/** Makes room for the days ahead and drops the days gone by. */
export function keepHistory(deps: {
  db: Database
  role: PollerRole
  retentionDays: number
  now: () => Date
}): Job {
  const { db, role, retentionDays, now } = deps
  return {
    name: 'keep-history',
    intervalMs: HOUR_MS,
    run: async () => {
      if (!role.term()) return
      await createPartitions(db, now())
      await deleteOldHistory(db, retentionDays, now())
    },
  }
}
