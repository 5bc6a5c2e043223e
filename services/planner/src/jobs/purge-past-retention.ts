import { MAX_CHANGE_AGE_DAYS } from '@walkon/contracts/http/checklist'
import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { daysBefore, purgeDaily } from '@walkon/runtime/purge-daily'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteRemovedBefore } from '../db/checklists.ts'

export function purgePastRetention(deps: ServiceDeps, days: { adminActions: number }): Job {
  const { db, now } = deps
  return purgeDaily(deps, [
    {
      tables: ['checklist_rides'],
      // By then no change from before the removal is taken any more.
      deleteBatch: async (limit) => ({
        checklist_rides: await deleteRemovedBefore(db, daysBefore(now(), MAX_CHANGE_AGE_DAYS + 1), limit),
      }),
    },
    purgeAdminActions(deps, days.adminActions),
    purgeErasedUsers(deps),
  ])
}
