import { dataExportRoutes } from '@walkon/service/data-export'
import { defineService } from '@walkon/runtime/service'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { billingSettings } from './config.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { createExpireOrders } from './jobs/expire-orders.ts'
import { activationRoutes } from './routes/activations.ts'
import { priceRoutes } from './routes/prices.ts'
import { promoCodeRoutes } from './routes/promo-codes.ts'
import { createActivationMails } from './use-cases/limit-activation-mails.ts'
import { createGuessLimit } from './use-cases/limit-promo-guesses.ts'
import { measureOrders } from './use-cases/measure-orders.ts'

/** Prices, promo codes, orders and the passes that come of them. */
export const billing = defineService({
  name: 'billing',
  settings: billingSettings,
  migrationsFolder,
  build({ settings, db, cache, metrics, now, createApp }) {
    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const app = createApp({ openLink: (token) => manageTokens.open(token, now()) })
    const guessLimit = createGuessLimit({
      cache,
      perClient: settings.PROMO_GUESSES_PER_CLIENT,
      perMinute: settings.PROMO_GUESSES_PER_MINUTE,
      perAddress: settings.PROMO_GUESSES_PER_ADDRESS,
      now,
    })
    const mails = createActivationMails({
      cache,
      perClient: settings.ACTIVATION_MAILS_PER_CLIENT,
      metrics,
      now,
    })
    measureOrders(db, metrics, now)

    app.register(priceRoutes, { settings })
    app.register(promoCodeRoutes, { db, guessLimit, now })
    app.register(activationRoutes, { db, settings, guessLimit, mails, manageTokens, now })
    app.register(dataExportRoutes, { listDataOf: ({ email }) => listDataOf(db, email) })

    return {
      app,
      handlers: [onParkCatalogChanged, onUserDeleted],
      jobs: [createExpireOrders({ db, now })],
    }
  },
})
