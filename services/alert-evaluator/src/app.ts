import { dataExportRoutes } from '@walkon/service/data-export'
import { defineService } from '@walkon/runtime/service'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createAlertMaker } from './alert-making.ts'
import { createAlertMetrics } from './alert-metrics.ts'
import { settings as settingsSchema } from './config.ts'
import { accountForAlerts } from './consumers/delivery-recorded.ts'
import { copyCatalog } from './consumers/park-catalog-changed.ts'
import { extendSubscriptions } from './consumers/pass-activated.ts'
import { takePassesBack } from './consumers/pass-revoked.ts'
import { alertOnReopenings } from './consumers/ride-status-changed.ts'
import { alertOnShortWaits } from './consumers/wait-time-observed.ts'
import { migrationsFolder } from './db/migrations.ts'
import { endPasses } from './jobs/end-passes.ts'
import { readyWatches } from './jobs/ready-watches.ts'
import { reconcileAlerts } from './jobs/reconcile-alerts.ts'
import { listDataOf } from './db/data-export.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { source } from './source.ts'

export const alertEvaluator = defineService({
  name: source,
  settings: settingsSchema,
  migrationsFolder,
  build({ settings, db, cache, log, metrics: registry, now, createApp }) {
    const metrics = createAlertMetrics(db, registry)
    const cooldownMinutes = settings.ALERT_COOLDOWN_MINUTES
    const defaultThresholdMinutes = settings.DEFAULT_THRESHOLD_MINUTES
    const makeAlerts = createAlertMaker({ source, cache, cooldownMinutes, log, metrics })

    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const app = createApp({ openLink: (token) => manageTokens.open(token, now()) })
    app.register(subscriptionRoutes, { db, defaultThresholdMinutes, now })
    app.register(dataExportRoutes, { listDataOf: ({ email }) => listDataOf(db, email) })

    return {
      app,
      handlers: [
        alertOnShortWaits({ makeAlerts, metrics, now }),
        alertOnReopenings({ makeAlerts, metrics, now }),
        copyCatalog({ defaultThresholdMinutes }),
        extendSubscriptions({ defaultThresholdMinutes, log }),
        takePassesBack(),
        accountForAlerts(),
      ],
      jobs: [readyWatches(db), endPasses(db), reconcileAlerts(db, log)],
    }
  },
})
