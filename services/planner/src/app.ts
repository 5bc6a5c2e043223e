import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { defineService } from '@walkon/runtime/service'
import { dataExportRoutes } from '@walkon/service/data-export'
import { settings } from './config.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'

/** The visit companion: a park's rides ticked off, tables that come free, and Lightning Lane assistance. */
export const planner = defineService({
  name: 'planner',
  settings,
  migrationsFolder,
  build(deps) {
    const { db, now, createApp } = deps
    const { ADMIN_ACTION_RETENTION_DAYS } = deps.settings

    const app = createApp()
    app.register(adminActionRoutes, { db })
    app.register(dataExportRoutes, { listDataOf: ({ userId }) => listDataOf(db, userId) })

    return {
      app,
      handlers: [onParkCatalogChanged, onUserDeleted({ now })],
      jobs: [purgePastRetention(deps, { adminActions: ADMIN_ACTION_RETENTION_DAYS })],
    }
  },
})
