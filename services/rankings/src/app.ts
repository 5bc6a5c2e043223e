import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { accountForLetters } from '@walkon/runtime/requested-letters'
import { defineService, type Deps } from '@walkon/runtime/service'
import { dataExportRoutes } from '@walkon/service/data-export'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import { settings, type Settings } from './config.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onRideLimitsFitted } from './consumers/ride-limits-fitted.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onUserNamed } from './consumers/user-named.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { foldNamesOfItems } from './jobs/fold-names.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { recountStarsDaily } from './jobs/recount-stars.ts'
import { itemAdministration } from './routes/item-administration.ts'
import { itemRequestRoutes } from './routes/item-requests.ts'
import { itemRoutes } from './routes/items.ts'
import { moderationRoutes } from './routes/moderation.ts'
import { ratingRoutes } from './routes/ratings.ts'
import { reviewReportRoutes } from './routes/review-reports.ts'
import { createAccountLimit } from '@walkon/service/account-limit'
import { createRecount } from './use-cases/recount-stars.ts'

const HOUR = 3_600

/** Ratings and rankings of rides, food and experiences, the requests and reports of visitors, and their moderation. */
export const rankings = defineService({
  name: 'rankings',
  settings,
  migrationsFolder,
  build(deps) {
    const { db, now, createApp } = deps
    const { OPEN_REQUESTS_PER_ACCOUNT, ADMIN_ACTION_RETENTION_DAYS, DECISION_RETENTION_DAYS } = deps.settings
    const { ratingLimit, reportLimit } = limitsOf(deps)
    const letters = accountForLetters(deps)

    const app = createApp()
    app.register(itemRoutes, { db })
    app.register(ratingRoutes, { db, ratingLimit, now })
    app.register(itemRequestRoutes, { db, openRequestsPerAccount: OPEN_REQUESTS_PER_ACCOUNT, now })
    app.register(reviewReportRoutes, { db, reportLimit, now })
    app.register(moderationRoutes, { db, now })
    app.register(itemAdministration, { db, now })
    app.register(adminActionRoutes, { db })
    app.register(dataExportRoutes, { listDataOf: ({ userId }) => listDataOf(db, userId) })
    app.register(visitorExportRoutes, {
      by: 'user-id',
      db,
      now,
      listDataOf: ({ userId }) => listDataOf(db, userId),
    })

    return {
      app,
      handlers: [
        onParkCatalogChanged({ now }),
        onRideLimitsFitted,
        onUserNamed,
        onUserDeleted({ now }),
        ...letters.handlers,
      ],
      jobs: [
        foldNamesOfItems(deps),
        recountStarsDaily(deps, createRecount(deps)),
        ...letters.jobs,
        purgePastRetention(deps, {
          adminActions: ADMIN_ACTION_RETENTION_DAYS,
          decisions: DECISION_RETENTION_DAYS,
        }),
      ],
    }
  },
})

const anHour = (limit: number) => ({ limit, windowSeconds: HOUR })

/** Limits how often an account may rate and report. */
function limitsOf(deps: Deps<Settings>) {
  const { RATINGS_PER_ACCOUNT, REPORTS_PER_ACCOUNT } = deps.settings
  return {
    ratingLimit: createAccountLimit(deps, 'rating', anHour(RATINGS_PER_ACCOUNT)),
    reportLimit: createAccountLimit(deps, 'report', anHour(REPORTS_PER_ACCOUNT)),
  }
}
