import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { daysBefore, purgeDaily } from '@walkon/runtime/purge-daily'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteReportsBefore, deleteRequestsBefore } from '../db/retention.ts'

export function purgePastRetention(
  deps: ServiceDeps,
  days: { adminActions: number; decisions: number },
): Job {
  const { db, now } = deps
  const decidedBefore = () => daysBefore(now(), days.decisions)
  return purgeDaily(deps, [
    {
      tables: ['item_requests'],
      deleteBatch: async (limit) => ({
        item_requests: await deleteRequestsBefore(db, decidedBefore(), limit),
      }),
    },
    {
      tables: ['review_reports'],
      deleteBatch: async (limit) => ({
        review_reports: await deleteReportsBefore(db, decidedBefore(), limit),
      }),
    },
    purgeAdminActions(deps, days.adminActions),
    purgeErasedUsers(deps),
  ])
}
