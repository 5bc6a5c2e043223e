import { dataExportRoutes } from '@walkon/service/data-export'
import {
  measureProviderEvents,
  providerWebhookRoutes,
  purgeProviderEvents,
} from '@walkon/runtime/provider-webhooks'
import { defineService } from '@walkon/runtime/service'
import { countLimitsHit } from '@walkon/service/limits-hit'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { stripeWebhook } from './clients/stripe-webhook.ts'
import { createStripeRefunds } from './clients/stripe-refunds.ts'
import { createStripe } from './clients/stripe.ts'
import { billingSettings, type Settings } from './config.ts'
import { onDeliveryRecorded } from './consumers/delivery-recorded.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onPassEnded } from './consumers/pass-ended.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { listDataOf } from './db/data-export.ts'
import { migrationsFolder } from './db/migrations.ts'
import { applyPaymentHints } from './jobs/apply-payment-hints.ts'
import { createExpireOrders } from './jobs/expire-orders.ts'
import { judgeGuarantees } from './jobs/judge-guarantees.ts'
import { createPayRefunds } from './jobs/pay-refunds.ts'
import { createSettleCheckouts } from './jobs/settle-checkouts.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { activationRoutes } from './routes/activations.ts'
import { checkoutRoutes } from './routes/checkouts.ts'
import { guaranteeRoutes } from './routes/guarantees.ts'
import { priceRoutes } from './routes/prices.ts'
import { promoCodeRoutes } from './routes/promo-codes.ts'
import { quoteRoutes } from './routes/quotes.ts'
import { createActivationMails } from './use-cases/limit-activation-mails.ts'
import { createCheckoutLimit } from './use-cases/limit-checkouts.ts'
import { createGuessLimit } from './use-cases/limit-promo-guesses.ts'
import { measureCheckouts } from './use-cases/measure-checkouts.ts'
import { measureGuarantees } from './use-cases/measure-guarantees.ts'
import { measureOrders } from './use-cases/measure-orders.ts'

/** Prices, promo codes, orders, and the passes that fulfilled orders become. */
export const billing = defineService({
  name: 'billing',
  settings: billingSettings,
  migrationsFolder,
  build(deps) {
    const { settings, db, cache, log, metrics, now, createApp } = deps
    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const app = createApp({ openLink: (token) => manageTokens.open(token, now()) })
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
    const account = stripeAccountOf(settings)
    const stripe = createStripe(account)
    const refunds = createPayRefunds({ db, stripe: createStripeRefunds(account), settings, log, now })
    const webhook = stripeWebhook({
      secretKey: settings.STRIPE_SECRET_KEY,
      secrets: settings.STRIPE_WEBHOOK_SECRETS,
    })
    const checkoutLimit = createCheckoutLimit({ cache, perClient: settings.CHECKOUTS_PER_CLIENT, now })
    measureOrders(db, metrics, now)
    measureCheckouts(db, metrics)
    measureGuarantees(db, metrics)
    measureProviderEvents(db, metrics)

    app.register(priceRoutes, { settings })
    app.register(promoCodeRoutes, { db, guessLimit, now })
    app.register(quoteRoutes, { db, settings, guessLimit, now })
    app.register(checkoutRoutes, { db, settings, guessLimit, mails, stripe, checkoutLimit, log, now })
    app.register(guaranteeRoutes, { db })
    app.register(providerWebhookRoutes, { db, cache, now, webhook })
    app.register(activationRoutes, { db, settings, guessLimit, mails, manageTokens, now })
    app.register(dataExportRoutes, { listDataOf: ({ email }) => listDataOf(db, email) })

    return {
      app,
      handlers: handlersOf(settings, now),
      jobs: [
        createExpireOrders({ db, now }),
        applyPaymentHints({ db, webhook, log, now }),
        createSettleCheckouts({ db, stripe, settings, log, now }),
        judgeGuarantees({ db, log, now }),
        refunds.send,
        refunds.lookUp,
        purgeProviderEvents(db),
        purgePastRetention(deps, retentionOf(settings)),
      ],
      parts: [refunds.underWay],
    }
  },
})

const handlersOf = (settings: Settings, now: () => Date) => [
  onParkCatalogChanged,
  onUserDeleted,
  onPassEnded({ settleHours: settings.GUARANTEE_SETTLE_HOURS, now }),
  onDeliveryRecorded(now),
]

const stripeAccountOf = (settings: Settings) => ({
  apiUrl: settings.STRIPE_API_URL,
  secretKey: settings.STRIPE_SECRET_KEY,
  timeoutMs: settings.STRIPE_TIMEOUT_SECONDS * 1_000,
})

const retentionOf = (settings: Settings) => ({
  orders: settings.ORDER_RETENTION_DAYS,
  unconfirmed: settings.UNCONFIRMED_ORDER_RETENTION_DAYS,
  sales: settings.SALES_RETENTION_DAYS,
})
