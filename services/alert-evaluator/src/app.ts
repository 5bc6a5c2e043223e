import type { Service } from '@walkon/messaging/service'
import { findSigningKey, keepSigningKeys } from '@walkon/messaging/signing-keys'
import { ping } from '@walkon/service/database'
import { createHttpApp } from '@walkon/service/http'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createAlertMaker } from './alert-making.ts'
import { createAlertMetrics } from './alert-metrics.ts'
import { settings as settingsSchema, type Settings } from './config.ts'
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
import { dataExportRoutes } from './routes/data-export.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { source } from './source.ts'

export const alertEvaluator: Service<Settings> = {
  name: source,
  schema: 'alert_evaluator',
  settings: settingsSchema,
  migrationsFolder,
  build({ settings, db, cache, log, metrics: registry, now, isAlive }) {
    const metrics = createAlertMetrics(db, registry)
    const cooldownMinutes = settings.ALERT_COOLDOWN_MINUTES
    const defaultThresholdMinutes = settings.DEFAULT_THRESHOLD_MINUTES
    const makeAlerts = createAlertMaker({ source, cache, cooldownMinutes, log, metrics })

    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const app = createHttpApp({
      service: source,
      log,
      metrics: registry,
      isReady: () => ping(db),
      isAlive,
      openLink: (token) => manageTokens.open(token, now()),
      accessTokens: { issuer: settings.AUTH_ISSUER, findKey: findSigningKey(db, now) },
    })
    app.register(subscriptionRoutes, { db, defaultThresholdMinutes, now })
    app.register(dataExportRoutes, { db })

    return {
      app,
      handlers: [
        alertOnShortWaits({ makeAlerts, metrics, now }),
        alertOnReopenings({ makeAlerts, metrics, now }),
        copyCatalog({ defaultThresholdMinutes }),
        extendSubscriptions({ defaultThresholdMinutes, log }),
        takePassesBack(),
        accountForAlerts(),
        keepSigningKeys(),
      ],
      jobs: [readyWatches(db), endPasses(db), reconcileAlerts(db, log)],
    }
  },
}
