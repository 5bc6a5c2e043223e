import { dataExportRoutes } from '@walkon/service/data-export'
import {
  measureProviderEvents,
  providerWebhookRoutes,
  purgeProviderEvents,
} from '@walkon/runtime/provider-webhooks'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { defineService } from '@walkon/runtime/service'
import { countLimitsHit } from '@walkon/service/limits-hit'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { stripeWebhook } from './clients/stripe-webhook.ts'
import { createStripe } from './clients/stripe.ts'
import { billingSettings } from './config.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { applyPaymentHints } from './jobs/apply-payment-hints.ts'
import { createExpireOrders } from './jobs/expire-orders.ts'
import { createSettleCheckouts } from './jobs/settle-checkouts.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { activationRoutes } from './routes/activations.ts'
import { affiliateApplicationRoutes } from './routes/affiliate-applications.ts'
import { checkoutRoutes } from './routes/checkouts.ts'
import { passRoutes } from './routes/passes.ts'
import { priceRoutes } from './routes/prices.ts'
import { promoCodeAdministration } from './routes/promo-code-administration.ts'
import { promoCodeRoutes } from './routes/promo-codes.ts'
import { quoteRoutes } from './routes/quotes.ts'
import { createActivationMails } from './use-cases/limit-activation-mails.ts'
import { createClientLimit } from './use-cases/limit-clients.ts'
import { createGuessLimit } from './use-cases/limit-promo-guesses.ts'
import { measureCheckouts } from './use-cases/measure-checkouts.ts'
import { measureOrders } from './use-cases/measure-orders.ts'

const MINUTE = 60

/** Prices, promo codes, orders, and the passes that fulfilled orders become. */
export const billing = defineService({
  name: 'billing',
  settings: billingSettings,
  migrationsFolder,
  build(deps) {
    const { settings, db, cache, log, metrics, now, createApp } = deps
    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const app = createApp({ openLink: openLinksOf(db, manageTokens, now) })
    const countHit = countLimitsHit(metrics)
    const guessLimit = createGuessLimit({
      cache,
      countHit,
      perClient: settings.PROMO_GUESSES_PER_CLIENT,
      perMinute: settings.PROMO_GUESSES_PER_MINUTE,
      perAddress: settings.PROMO_GUESSES_PER_ADDRESS,
      now,
    })
    const mails = createActivationMails({
      cache,
      countHit,
      perClient: settings.ACTIVATION_MAILS_PER_CLIENT,
      metrics,
      now,
    })
    const stripe = createStripe({ apiUrl: settings.STRIPE_API_URL, secretKey: settings.STRIPE_SECRET_KEY })
    const webhook = stripeWebhook({
      secretKey: settings.STRIPE_SECRET_KEY,
      secrets: settings.STRIPE_WEBHOOK_SECRETS,
    })
    const limitClients = (name: string, limit: number, windowSeconds: number) =>
      createClientLimit({ cache, countHit, name, allowance: { limit, windowSeconds }, now })
    const checkoutLimit = limitClients('checkout', settings.CHECKOUTS_PER_CLIENT, 5 * MINUTE)
    const affiliateLimit = limitClients('affiliate', settings.AFFILIATE_APPLICATIONS_PER_CLIENT, 60 * MINUTE)
    measureOrders(db, metrics, now)
    measureCheckouts(db, metrics)
    measureProviderEvents(db, metrics)

    app.register(priceRoutes, { settings })
    app.register(promoCodeRoutes, { db, guessLimit, now })
    app.register(promoCodeAdministration, { db, now })
    app.register(quoteRoutes, { db, settings, guessLimit, now })
    app.register(checkoutRoutes, { db, settings, guessLimit, mails, stripe, checkoutLimit, log, now })
    app.register(passRoutes, { db, now })
    app.register(providerWebhookRoutes, { db, cache, now, webhook })
    app.register(activationRoutes, { db, settings, guessLimit, mails, manageTokens, now })
    app.register(affiliateApplicationRoutes, { db, affiliateLimit, now })
    app.register(dataExportRoutes, { listDataOf: (account) => listDataOf(db, account) })

    return {
      app,
      handlers: [onParkCatalogChanged, onUserAddressChanged({ now }), onUserDeleted],
      jobs: [
        createExpireOrders({ db, now }),
        applyPaymentHints({ db, webhook, log, now }),
        createSettleCheckouts({ db, stripe, settings, log, now }),
        purgeProviderEvents(db),
        purgePastRetention(deps, {
          orders: settings.ORDER_RETENTION_DAYS,
          unconfirmed: settings.UNCONFIRMED_ORDER_RETENTION_DAYS,
          sales: settings.SALES_RETENTION_DAYS,
          affiliates: settings.AFFILIATE_RETENTION_DAYS,
        }),
      ],
    }
  },
})
