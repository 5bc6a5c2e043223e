import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { daysBefore, purgeDaily, type Purge } from '@walkon/runtime/purge-daily'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteBookingsBefore } from '../db/lane-bookings.ts'
import { deleteLaneDaysBefore } from '../db/lane-days.ts'
import { deleteInvitationsBefore } from '../db/lane-invitations.ts'

export function purgePastRetention(deps: ServiceDeps, days: { adminActions: number; lanes: number }): Job {
  const { db, now } = deps
  const lanesBefore = () => daysBefore(now(), days.lanes)
  return purgeDaily(deps, [
    purgeOf('lane_bookings', (limit) => deleteBookingsBefore(db, lanesBefore(), limit)),
    purgeOf('lane_days', (limit) => deleteLaneDaysBefore(db, lanesBefore(), limit)),
    purgeOf('lane_invitations', (limit) => deleteInvitationsBefore(db, lanesBefore(), limit)),
    purgeAdminActions(deps, days.adminActions),
    purgeErasedUsers(deps),
  ])
}

const purgeOf = (table: string, deleteRows: (limit: number) => Promise<number>): Purge => ({
  tables: [table],
  deleteBatch: async (limit) => ({ [table]: await deleteRows(limit) }),
})
