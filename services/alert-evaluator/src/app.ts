import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { databaseBesidePool } from '@walkon/runtime/database-beside-pool'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { accountForLetters } from '@walkon/runtime/requested-letters'
import { defineService } from '@walkon/runtime/service'
import { listWithActs, visitorDeskRoutes } from '@walkon/runtime/visitor-desk'
import { dataExportRoutes } from '@walkon/service/data-export'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { settings as settingsSchema, type Settings } from './config.ts'
import { onDeliveryRecorded } from './consumers/delivery-recorded.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onPassActivated } from './consumers/pass-activated.ts'
import { onPassMoved } from './consumers/pass-moved.ts'
import { onPassRestored } from './consumers/pass-restored.ts'
import { onPassRevoked } from './consumers/pass-revoked.ts'
import { onPlanCoverageChanged } from './consumers/plan-coverage-changed.ts'
import { onPlanEnded } from './consumers/plan-ended.ts'
import { onRecipientReplied } from './consumers/recipient-replied.ts'
import { onRideLimitsFitted } from './consumers/ride-limits-fitted.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onUserLinksEnded } from './consumers/user-links-ended.ts'
import { onWaitTimeObserved } from './consumers/wait-time-observed.ts'
import { listDataOf, listDeskDataOf } from './db/data-export.ts'
import { findWatchers } from './db/found-watchers.ts'
import { migrationsFolder } from './db/migrations.ts'
import { checkAlerts } from './jobs/check-alerts.ts'
import { countAlerts } from './jobs/count-alerts.ts'
import { endPasses } from './jobs/end-passes.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { readyWatches } from './jobs/ready-watches.ts'
import { reconcileAlerts } from './jobs/reconcile-alerts.ts'
import { alertCountRoutes } from './routes/alert-counts.ts'
import { deskActRoutes } from './routes/desk-acts.ts'
import { endedAlertRoutes } from './routes/ended-alerts.ts'
import { settingsRoutes } from './routes/settings.ts'
import { planParkRoutes } from './routes/plan-parks.ts'
import { preferenceRoutes } from './routes/preferences.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { createAlertMetrics } from './metrics/alerts.ts'
import { createAlertMaker } from './use-cases/alerts/make-alerts.ts'

/** Decides which visitors are alerted of a short wait, once each. */
export const alertEvaluator = defineService({
  name: 'alert-evaluator',
  settings: settingsSchema,
  migrationsFolder,
  build(deps) {
    const { settings, db, cache, log, metrics: registry, now, createApp } = deps
    const metrics = createAlertMetrics(db, registry)
    const letters = accountForLetters(deps)
    const cooldownMinutes = settings.ALERT_COOLDOWN_MINUTES
    const defaultThresholdMinutes = settings.DEFAULT_THRESHOLD_MINUTES
    const { db: aside, close } = databaseBesidePool(db)
    const makeAlerts = createAlertMaker({ cache, cooldownMinutes, log, metrics })

    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const app = createApp({ openLink: openLinksOf(db, manageTokens, now) })
    app.register(settingsRoutes, { settings })
    app.register(alertCountRoutes, { db })
    app.register(subscriptionRoutes, { db, defaultThresholdMinutes, now })
    app.register(endedAlertRoutes, { db })
    app.register(planParkRoutes, { db, defaultThresholdMinutes, now })
    app.register(preferenceRoutes, { db, defaultThresholdMinutes, now })
    app.register(dataExportRoutes, {
      listDataOf: (account) => listWithActs(db, account, (visitor) => listDataOf(db, visitor)),
    })
    app.register(visitorExportRoutes, { db, now, listDataOf: (visitor) => listDataOf(db, visitor) })
    app.register(adminActionRoutes, { db })
    app.register(deskActRoutes, { db, now })
    app.register(visitorDeskRoutes, {
      db,
      now,
      findVisitors: (sought, limit) => findWatchers(db, sought, limit),
      listDataOf: (visitor) => listDeskDataOf(db, visitor),
    })

    return {
      app,
      handlers: [
        onWaitTimeObserved({ db, aside, makeAlerts, metrics, log, now, defaultThresholdMinutes }),
        onRideLimitsFitted(),
        onParkCatalogChanged({ defaultThresholdMinutes, now }),
        onPassActivated({ defaultThresholdMinutes, now }),
        onPassMoved({ defaultThresholdMinutes, now }),
        onPassRevoked({ now }),
        onPassRestored({ defaultThresholdMinutes, now }),
        onPlanCoverageChanged({ defaultThresholdMinutes, now }),
        onPlanEnded({ now }),
        onUserAddressChanged({ now }),
        onUserDeleted({ now }),
        onUserLinksEnded,
        onDeliveryRecorded(),
        onRecipientReplied(),
        ...letters.handlers,
      ],
      jobs: [
        readyWatches(db),
        endPasses(deps),
        reconcileAlerts(db, log),
        checkAlerts({ db, now }),
        countAlerts({ db, now }),
        ...letters.jobs,
        purgePastRetention(deps, retentionOf(settings)),
      ],
      parts: [{ name: 'connection of large bursts', stop: close }],
    }
  },
})

const retentionOf = (settings: Settings) => ({
  alerts: settings.ALERT_RETENTION_DAYS,
  passes: settings.PASS_RETENTION_DAYS,
  changes: settings.CHANGE_RETENTION_DAYS,
  adminActions: settings.ADMIN_ACTION_RETENTION_DAYS,
})
