import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { daysBefore, purgeDaily, purgeOf } from '@walkon/runtime/purge-daily'
import { purgeRequestedLetters } from '@walkon/runtime/requested-letters'
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
    purgeOf('item_requests', (limit) => deleteRequestsBefore(db, decidedBefore(), limit)),
    purgeOf('review_reports', (limit) => deleteReportsBefore(db, decidedBefore(), limit)),
    purgeAdminActions(deps, days.adminActions),
    purgeRequestedLetters(deps),
    purgeErasedUsers(deps),
  ])
}
