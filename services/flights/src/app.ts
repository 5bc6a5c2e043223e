import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { defineService, type Deps } from '@walkon/runtime/service'
import { dataExportRoutes } from '@walkon/service/data-export'
import { createRequestBudget } from '@walkon/service/request-budget'
import { createAirlineLogos } from './clients/airline-logos.ts'
import { createDuffel } from './clients/duffel.ts'
import { settings, type Settings } from './config.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { airlineRoutes } from './routes/airlines.ts'
import { searchRoutes } from './routes/searches.ts'
import { createFareSearch } from './use-cases/find-fares.ts'
import { createClientLimit } from './use-cases/limit-clients.ts'
import { measureSearches } from './use-cases/measure-searches.ts'

const MINUTE = 60

/** Searches flights to the destinations of the parks, and tells by email when a fare falls. */
export const flights = defineService({
  name: 'flights',
  settings,
  migrationsFolder,
  build(deps) {
    const { db, cache, metrics, now, createApp } = deps
    const { ADMIN_ACTION_RETENTION_DAYS, FLIGHT_SEARCHES_PER_DAY, SEARCHES_PER_CLIENT } = deps.settings
    const fares = fareSearchOf(deps)
    measureSearches(db, metrics, { cap: FLIGHT_SEARCHES_PER_DAY, now })

    const app = createApp()
    const searchLimit = createClientLimit({
      cache,
      name: 'flight-search',
      allowance: { limit: SEARCHES_PER_CLIENT, windowSeconds: 5 * MINUTE },
      now,
    })
    app.register(searchRoutes, { fares, searchLimit, now })
    app.register(airlineRoutes, { cache, logos: logosOf(deps.settings) })
    app.register(adminActionRoutes, { db })
    app.register(dataExportRoutes, { listDataOf: ({ userId }) => listDataOf(db, userId) })

    return {
      app,
      handlers: [onUserDeleted({ now })],
      jobs: [purgePastRetention(deps, { adminActions: ADMIN_ACTION_RETENTION_DAYS })],
    }
  },
})

function fareSearchOf(deps: Deps<Settings>) {
  const { DUFFEL_API_URL, DUFFEL_ACCESS_TOKEN, DUFFEL_TIMEOUT_SECONDS, DUFFEL_SEARCHES_PER_MINUTE } =
    deps.settings
  const duffel = createDuffel({
    apiUrl: DUFFEL_API_URL,
    accessToken: DUFFEL_ACCESS_TOKEN,
    timeoutSeconds: DUFFEL_TIMEOUT_SECONDS,
  })
  // In any minute at most the provider's limit, a third of it at once; a part is left for visitors when checks are many.
  const burst = Math.floor(DUFFEL_SEARCHES_PER_MINUTE / 3)
  const limits = {
    burst,
    refillPerMinute: DUFFEL_SEARCHES_PER_MINUTE - burst,
    reserved: Math.floor(burst / 2),
  }
  return createFareSearch({ ...deps, duffel, budget: createRequestBudget(limits, deps.now) })
}

const logosOf = ({ AIRLINE_LOGOS_URL, DUFFEL_TIMEOUT_SECONDS }: Settings) =>
  createAirlineLogos({ logosUrl: AIRLINE_LOGOS_URL, timeoutSeconds: DUFFEL_TIMEOUT_SECONDS })
