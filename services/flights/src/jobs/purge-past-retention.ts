import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeCountedMails } from '@walkon/runtime/counted-mails'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { daysBefore, purgeDaily, purgeOf } from '@walkon/runtime/purge-daily'
import { purgeRequestedLetters } from '@walkon/runtime/requested-letters'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteEndedAlerts } from '../db/flight-alerts.ts'
import { deleteSearchDaysBefore } from '../db/search-days.ts'
import { deleteUnwatchedTrips } from '../db/watched-trips.ts'

/** Alerts whose link was not followed, so many days after it has expired. */
const UNCONFIRMED_DAYS = 1
const SEARCH_DAYS = 400

export function purgePastRetention(deps: ServiceDeps, days: { alerts: number; adminActions: number }): Job {
  const { db, now } = deps
  const before = (count: number) => daysBefore(now(), count)
  return purgeDaily(deps, [
    purgeOf('flight_alerts', (limit) =>
      deleteEndedAlerts(
        db,
        { endedBefore: before(days.alerts), unconfirmedBefore: before(UNCONFIRMED_DAYS) },
        limit,
      ),
    ),
    // After the alerts: a trip goes with its last one, and its prices with it.
    purgeOf('watched_trips', (limit) => deleteUnwatchedTrips(db, limit)),
    purgeOf('search_days', (limit) => deleteSearchDaysBefore(db, before(SEARCH_DAYS), limit)),
    purgeEndedLinks(db, now),
    purgeCountedMails(deps),
    purgeAdminActions(deps, days.adminActions),
    purgeRequestedLetters(deps),
    purgeErasedUsers(deps),
  ])
}
