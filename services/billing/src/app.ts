import { dataExportRoutes } from '@walkon/service/data-export'
import { defineService } from '@walkon/runtime/service'
import { billingSettings } from './config.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onUserConfirmed } from './consumers/user-confirmed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { createExpireOrders } from './jobs/expire-orders.ts'
import { activationRoutes } from './routes/activations.ts'
import { priceRoutes } from './routes/prices.ts'
import { promoCodeRoutes } from './routes/promo-codes.ts'
import { createGuessLimit } from './use-cases/limit-promo-guesses.ts'
import { measureOrders } from './use-cases/measure-orders.ts'

/** Prices, promo codes, orders and the passes that come of them. */
export const billing = defineService({
  name: 'billing',
  settings: billingSettings,
  migrationsFolder,
  build({ settings, db, cache, metrics, now, createApp }) {
    const app = createApp()
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
    app.register(dataExportRoutes, { listDataOf: ({ email }) => listDataOf(db, email) })

    return {
      app,
      handlers: [onParkCatalogChanged, onUserConfirmed, onUserDeleted],
      jobs: [createExpireOrders({ db, now })],
    }
  },
})
