import { MAX_AIRPORTS } from '@walkon/contracts/http/flights'
import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { createCountedMails } from '@walkon/runtime/counted-mails'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { accountForLetters } from '@walkon/runtime/requested-letters'
import { defineService, type Deps } from '@walkon/runtime/service'
import { dataExportRoutes } from '@walkon/service/data-export'
import { listWithActs } from '@walkon/runtime/visitor-desk'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import { registerNotOffered } from '@walkon/service/not-offered'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createAirlineLogos } from './clients/airline-logos.ts'
import { createDuffel } from './clients/duffel.ts'
import { settings, type Settings } from './config.ts'
import { onMailListLeft } from './consumers/mail-list-left.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onUserLinksEnded } from './consumers/user-links-ended.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { toLeaseMs } from './domain/check-time.ts'
import { checkTrips } from './jobs/check-trips.ts'
import { createEndPastAlerts } from './jobs/end-past-alerts.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { airlineRoutes } from './routes/airlines.ts'
import { flightAlertRoutes } from './routes/flight-alerts.ts'
import { offerRoutes } from './routes/offers.ts'
import { searchRoutes } from './routes/searches.ts'
import { createFareSearch, type FareSearch } from './use-cases/find-fares.ts'
import { createClientLimit } from '@walkon/service/client-limit'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import { measureAlerts } from './use-cases/measure-alerts.ts'
import { measureSearches } from './use-cases/measure-searches.ts'
import { createSearchTurns } from './use-cases/search-turns.ts'

const MINUTE = 60

/** Paths that are missing in an installation without a provider of fares. */
const PATHS = ['/search', '/airports', '/airlines', '/alerts']

/** Searches flights to the destinations of the parks, and tells by email when a fare falls. */
export const flights = defineService({
  name: 'flights',
  settings,
  migrationsFolder,
  build(deps) {
    const { db, cache, log, metrics, now, createApp } = deps
    const { ADMIN_ACTION_RETENTION_DAYS, ALERT_RETENTION_DAYS, FLIGHT_SEARCHES_PER_DAY } = deps.settings
    const leaseMs = leaseMsOf(deps.settings)
    const fares = fareSearchOf(deps)
    const isOffered = fares !== null
    const linkTokens = createSealedTokens('flights', deps.settings.FLIGHTS_KEYS)
    const mails = createCountedMails('flight-alert', deps.settings.FLIGHTS_KEYS)
    const { searchLimit, purchaseLimit, alertLimit } = limitsOf(deps)
    measureSearches(db, metrics, { cap: FLIGHT_SEARCHES_PER_DAY, now })
    measureAlerts(db, metrics, now)
    const letters = accountForLetters(deps)

    const app = createApp({ openLink: openLinksOf(db, linkTokens, now) })
    app.register(offerRoutes, { isOffered })
    if (isOffered) {
      app.register(searchRoutes, { fares, searchLimit, purchaseLimit, now })
      app.register(airlineRoutes, { cache, logos: logosOf(deps.settings) })
      app.register(flightAlertRoutes, { db, settings: deps.settings, linkTokens, alertLimit, mails, now })
    } else registerNotOffered(app, PATHS)
    app.register(adminActionRoutes, { db })
    app.register(dataExportRoutes, {
      listDataOf: (account) => listWithActs(db, account, (visitor) => listDataOf(db, visitor)),
    })
    app.register(visitorExportRoutes, { db, now, listDataOf: (visitor) => listDataOf(db, visitor) })

    return {
      app,
      handlers: [
        onUserAddressChanged,
        onUserDeleted({ now }),
        onUserLinksEnded,
        onMailListLeft({ now }),
        ...letters.handlers,
      ],
      jobs: [
        ...(isOffered ? [checkTrips({ db, fares, leaseMs, linkTokens, log, now })] : []),
        createEndPastAlerts({ db, now }),
        ...letters.jobs,
        purgePastRetention(deps, { alerts: ALERT_RETENTION_DAYS, adminActions: ADMIN_ACTION_RETENTION_DAYS }),
      ],
    }
  },
})

/** Limits searches and mails of one client network. */
function limitsOf({ settings: limits, cache, now }: Deps<Settings>) {
  const { ALERTS_PER_CLIENT, FLIGHT_SEARCHES_PER_DAY, SEARCHES_PER_CLIENT } = limits
  const limitClients = (name: string, limit: number, windowSeconds: number) =>
    createClientLimit({ cache, now }, name, { limit, windowSeconds })
  return {
    searchLimit: limitClients('flight-search', SEARCHES_PER_CLIENT, 5 * MINUTE),
    purchaseLimit: limitClients('flight-purchases', toClientShare(FLIGHT_SEARCHES_PER_DAY), 24 * 60 * MINUTE),
    alertLimit: limitClients('flight-alert', ALERTS_PER_CLIENT, 60 * MINUTE),
  }
}

/** A tenth of the day's searches, and at least one search for all airports of a destination. */
const toClientShare = (cap: number): number => Math.max(MAX_AIRPORTS, Math.floor(cap / 10))

/** Null where this installation has no provider of fares. */
function fareSearchOf(deps: Deps<Settings>): FareSearch | null {
  const { DUFFEL_API_URL, DUFFEL_ACCESS_TOKEN, DUFFEL_TIMEOUT_SECONDS, DUFFEL_SEARCHES_PER_MINUTE } =
    deps.settings
  if (DUFFEL_ACCESS_TOKEN === undefined) return null
  const duffel = createDuffel({
    apiUrl: DUFFEL_API_URL,
    accessToken: DUFFEL_ACCESS_TOKEN,
    timeoutSeconds: DUFFEL_TIMEOUT_SECONDS,
    now: deps.now,
    countDropped: countDroppedIn(deps.metrics),
  })
  // In any minute at most the provider's limit, a third of it at once; a part is left for visitors when checks are many.
  const burst = Math.floor(DUFFEL_SEARCHES_PER_MINUTE / 3)
  const limits = {
    burst,
    refillPerMinute: DUFFEL_SEARCHES_PER_MINUTE - burst,
    reserved: Math.floor(burst / 2),
  }
  return createFareSearch({ ...deps, duffel, turns: createSearchTurns(deps.db, limits) })
}

function countDroppedIn(metrics: Metrics) {
  const dropped = new Counter({
    name: 'flight_offers_dropped_total',
    help: 'Offers of the provider that cannot be read, or have no positive total',
    labelNames: ['reason'],
    registers: [metrics],
  })
  return (reason: string) => dropped.inc({ reason })
}

const leaseMsOf = ({ CHECK_WAIT_SECONDS, DUFFEL_TIMEOUT_SECONDS }: Settings) =>
  toLeaseMs({ waitSeconds: CHECK_WAIT_SECONDS, searchSeconds: DUFFEL_TIMEOUT_SECONDS })

const logosOf = ({ AIRLINE_LOGOS_URL, DUFFEL_TIMEOUT_SECONDS }: Settings) =>
  createAirlineLogos({ logosUrl: AIRLINE_LOGOS_URL, timeoutSeconds: DUFFEL_TIMEOUT_SECONDS })
