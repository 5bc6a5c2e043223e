import type { Service } from '@walkon/messaging/service'
import { findSigningKey, keepSigningKeys } from '@walkon/messaging/signing-keys'
import { ping } from '@walkon/service/database'
import { createHttpApp } from '@walkon/service/http'
import { billingSettings, type Settings } from './config.ts'
import { keepParks } from './consumers/park-catalog-changed.ts'
import { eraseUsers } from './consumers/user-deleted.ts'
import { trustConfirmedUsers } from './consumers/user-confirmed.ts'
import { migrationsFolder } from './db/migrations.ts'
import { createGuessLimit } from './guess-limit.ts'
import { expireOrders } from './jobs/expire-orders.ts'
import { measureOrders } from './order-metrics.ts'
import { activationRoutes } from './routes/activations.ts'
import { dataExportRoutes } from './routes/data-export.ts'
import { priceRoutes } from './routes/prices.ts'
import { promoCodeRoutes } from './routes/promo-codes.ts'

/** Prices, promo codes, orders and the passes that come of them. */
export const billing: Service<Settings> = {
  name: 'billing',
  schema: 'billing',
  settings: billingSettings,
  migrationsFolder,
  build({ settings, db, cache, log, metrics, now, isAlive }) {
    const app = createHttpApp({
      service: 'billing',
      log,
      metrics,
      isReady: () => ping(db),
      isAlive,
      accessTokens: { issuer: settings.AUTH_ISSUER, findKey: findSigningKey(db, now) },
      trustedProxies: settings.TRUSTED_PROXIES,
    })
    const guessLimit = createGuessLimit({
      cache,
      perClient: settings.PROMO_GUESSES_PER_CLIENT,
      perMinute: settings.PROMO_GUESSES_PER_MINUTE,
      now,
    })
    measureOrders(db, metrics, now)

    app.register(priceRoutes, { settings })
    app.register(promoCodeRoutes, { db, guessLimit, now })
    app.register(activationRoutes, { db, settings, guessLimit, now })
    app.register(dataExportRoutes, { db })

    return {
      app,
      handlers: [keepParks, trustConfirmedUsers, eraseUsers, keepSigningKeys()],
      jobs: [expireOrders({ db, now })],
    }
  },
}
