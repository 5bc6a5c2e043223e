import { MAX_CHANGE_AGE_DAYS } from '@walkon/contracts/http/checklist'
import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeCountedMails } from '@walkon/runtime/counted-mails'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { daysBefore, purgeDaily, purgeOf } from '@walkon/runtime/purge-daily'
import { purgeRequestedLetters } from '@walkon/runtime/requested-letters'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteRemovedBefore } from '../db/checklists.ts'
import { deleteBookingsBefore } from '../db/lanes/lane-bookings.ts'
import { deleteLaneDaysBefore } from '../db/lanes/lane-days.ts'
import { deleteInvitationsBefore } from '../db/lanes/lane-invitations.ts'
import { deleteEndedAlerts } from '../db/restaurants/ended-restaurant-alerts.ts'
import { deleteTellingsBefore } from '../db/restaurants/table-tellings.ts'
import { deleteEndedOpenings } from '../db/restaurants/table-openings.ts'

const OPENING_DAYS = 7

export function purgePastRetention(
  deps: ServiceDeps,
  days: { adminActions: number; restaurantAlerts: number; lanes: number },
): Job {
  const { db, now } = deps
  const before = (count: number) => daysBefore(now(), count)
  return purgeDaily(deps, [
    // By then no change from before the removal is taken any more.
    purgeOf('checklist_rides', (limit) => deleteRemovedBefore(db, before(MAX_CHANGE_AGE_DAYS + 1), limit)),
    purgeOf('restaurant_alerts', (limit) => deleteEndedAlerts(db, before(days.restaurantAlerts), limit)),
    purgeOf('table_openings', (limit) => deleteEndedOpenings(db, before(OPENING_DAYS), limit)),
    purgeOf('table_tellings', (limit) => deleteTellingsBefore(db, before(OPENING_DAYS), limit)),
    purgeOf('lane_bookings', (limit) => deleteBookingsBefore(db, before(days.lanes), limit)),
    purgeOf('lane_days', (limit) => deleteLaneDaysBefore(db, before(days.lanes), limit)),
    purgeOf('lane_invitations', (limit) => deleteInvitationsBefore(db, before(days.lanes), limit)),
    purgeAdminActions(deps, days.adminActions),
    purgeCountedMails(deps),
    purgeRequestedLetters(deps),
    purgeErasedUsers(deps),
  ])
}
