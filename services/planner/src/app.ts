import { createCountedMails } from '@walkon/runtime/counted-mails'
import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { accountForLetters } from '@walkon/runtime/requested-letters'
import { defineService, type Deps } from '@walkon/runtime/service'
import { createAccountLimit } from '@walkon/service/account-limit'
import { dataExportRoutes } from '@walkon/service/data-export'
import { visitorReadRoutes } from '@walkon/runtime/visitor-desk'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import type { HttpApp } from '@walkon/service/http'
import type { Job } from '@walkon/service/jobs'
import { registerNotOffered } from '@walkon/service/not-offered'
import { createReservations } from './clients/reservations.ts'
import { createLaneSaleKeys } from '@walkon/service/lane-sales'
import { settings, type Settings } from './config.ts'
import { onMailListLeft } from './consumers/mail-list-left.ts'
import { createPracticeLanes } from './clients/practice-lanes.ts'
import { onAssistDayActivated } from './consumers/assist-day-activated.ts'
import { onAssistDayRevoked } from './consumers/assist-day-revoked.ts'
import { onLanesObserved } from './consumers/lanes-observed.ts'
import { onQuietTimesChanged } from './consumers/quiet-times-changed.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserConfirmed } from './consumers/user-confirmed.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onWalkUpTablesObserved } from './consumers/walk-up-tables-observed.ts'
import { listDataOf, listDeskDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { checkTables } from './jobs/check-tables.ts'
import { createEndRestaurantAlerts } from './jobs/end-restaurant-alerts.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { checklistRoutes } from './routes/checklists.ts'
import { gateRoutes } from './routes/gates.ts'
import { tableLinkRoutes } from './routes/table-links.ts'
import { restaurantAlertRoutes } from './routes/restaurant-alerts.ts'
import { forgetInvitedAddresses } from './jobs/forget-invited-addresses.ts'
import { laneConnectionRoutes } from './routes/lane-connection.ts'
import { laneDashboardRoutes } from './routes/lane-dashboard.ts'
import { laneStreamRoutes } from './routes/lane-stream.ts'
import { createLaneStreams, type LaneStreams } from './http/lane-streams.ts'
import { announceParks } from './jobs/announce-watched-parks.ts'
import { tellLaneReadings } from './jobs/tell-lane-readings.ts'
import { measureChecks } from './metrics/table-checks.ts'
import { findHolder } from './use-cases/find-holder.ts'
import { createGates, type Gates } from './use-cases/open-gates.ts'

const HOUR = 3_600

/** The visit companion: a park's rides ticked off, tables that come free, and Lightning Lane assistance. */
export const planner = defineService({
  name: 'planner',
  settings,
  migrationsFolder,
  build(deps) {
    const { db, now, createApp } = deps
    const {
      ADMIN_ACTION_RETENTION_DAYS,
      LANE_RETENTION_DAYS,
      RESTAURANT_ALERT_RETENTION_DAYS,
      WALK_UP_LIMIT_MINUTES,
    } = deps.settings
    const gates = createGates(deps)
    const streams = createLaneStreams()
    const letters = accountForLetters(deps)

    const app = createApp()
    app.register(gateRoutes, { gates })
    app.register(restaurantAlertRoutes, { ...deps, gates, alertLimit: alertLimitOf(deps) })
    app.register(tableLinkRoutes, { db, now })
    registerLanes(app, deps, { gates, streams })
    app.register(checklistRoutes, { db, now })
    app.register(adminActionRoutes, { db })
    app.register(dataExportRoutes, { listDataOf: ({ userId }) => listDataOf(db, userId) })
    app.register(visitorExportRoutes, {
      by: 'user-id',
      db,
      now,
      listDataOf: ({ userId }) => listDataOf(db, userId),
    })
    app.register(visitorReadRoutes, {
      db,
      now,
      findHolder: (named) => findHolder(db, named),
      listDataOf: ({ userId }) => listDeskDataOf(db, userId, now()),
    })

    return {
      app,
      handlers: [
        onParkCatalogChanged,
        onUserDeleted({ now }),
        onWalkUpTablesObserved({ limitMinutes: WALK_UP_LIMIT_MINUTES }),
        onMailListLeft({ now }),
        ...laneHandlers(now),
        ...letters.handlers,
      ],
      jobs: [
        ...tableChecksOf(deps),
        createEndRestaurantAlerts({ db, now }),
        forgetInvitedAddresses({ db, now }),
        tellLaneReadings({ db, streams }),
        announceParks({ db, now }),
        ...letters.jobs,
        purgePastRetention(deps, {
          adminActions: ADMIN_ACTION_RETENTION_DAYS,
          restaurantAlerts: RESTAURANT_ALERT_RETENTION_DAYS,
          lanes: LANE_RETENTION_DAYS,
        }),
      ],
    }
  },
})

/** Registers Lightning Lane Assist, unless this installation does not sell it. */
function registerLanes(
  app: HttpApp,
  deps: Deps<Settings>,
  { gates, streams }: { gates: Gates; streams: LaneStreams },
): void {
  const { db, now } = deps
  if (deps.settings.PRICES === 'free') return registerNotOffered(app, ['/lightning-lane'])
  app.register(laneConnectionRoutes, {
    db,
    settings: deps.settings,
    mails: createCountedMails('invitation', deps.settings.PLANNER_KEYS),
    saleKeys: createLaneSaleKeys(deps.settings.SALE_KEYS),
    now,
    gates,
  })
  app.register(laneStreamRoutes, { streams })
  app.register(laneDashboardRoutes, { ...bookingDepsOf(deps), gates })
}

/** Limits how often an account may set alerts. */
const alertLimitOf = (deps: Deps<Settings>) =>
  createAccountLimit(deps, 'restaurant-alert', {
    limit: deps.settings.RESTAURANT_ALERTS_PER_ACCOUNT,
    windowSeconds: HOUR,
  })

/** The provider that books, and what holds back an account that books and cancels without end. */
const bookingDepsOf = (deps: Deps<Settings>) => ({
  db: deps.db,
  now: deps.now,
  provider: laneProviderOf(deps.settings),
  bookingLimit: createAccountLimit(deps, 'lane-booking', {
    limit: deps.settings.LANE_BOOKINGS_PER_ACCOUNT,
    windowSeconds: HOUR,
  }),
})

/** None without a provider of reservations. */
function tableChecksOf(deps: Deps<Settings>): Job[] {
  const { RESTAURANTS_API_URL, RESTAURANTS_API_KEY, RESTAURANTS_TIMEOUT_SECONDS } = deps.settings
  if (!RESTAURANTS_API_URL || !RESTAURANTS_API_KEY) return []
  const reservations = createReservations({
    apiUrl: RESTAURANTS_API_URL,
    apiKey: RESTAURANTS_API_KEY,
    timeoutSeconds: RESTAURANTS_TIMEOUT_SECONDS,
    now: deps.now,
  })
  measureChecks(deps.db, deps.metrics, deps.now)
  return [checkTables({ ...deps, reservations })]
}

/** Handlers of Lightning Lane Assist. */
const laneHandlers = (now: () => Date) => [
  onAssistDayActivated(),
  onAssistDayRevoked(),
  onLanesObserved({ now }),
  onQuietTimesChanged(),
  onUserConfirmed(),
  onUserAddressChanged(),
]

const laneProviderOf = ({ LANE_PRACTICE_SEED, LANE_BOOKING_SECONDS }: Settings) =>
  createPracticeLanes({ seed: LANE_PRACTICE_SEED, takesMs: LANE_BOOKING_SECONDS * 1_000 })
