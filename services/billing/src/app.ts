import { createAttemptLimit } from '@walkon/service/attempt-limit'
import { providerEventDesk } from '@walkon/runtime/provider-event-desk'
import { providerWebhookRoutes } from '@walkon/runtime/provider-webhooks'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { purgeProviderEvents } from '@walkon/runtime/stored-provider-events'
import { accountForLetters } from '@walkon/runtime/requested-letters'
import { defineService, type Deps } from '@walkon/runtime/service'
import { createLaneSaleKeys } from '@walkon/service/lane-sales'
import { registerNotOffered } from '@walkon/service/not-offered'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { stripeOf } from './clients/stripe-of.ts'
import { billingSettings, guaranteeWaitsOf, type Settings } from './config.ts'
import { onAssistDayRegistered } from './consumers/assist-day-registered.ts'
import { onDeliveryRecorded } from './consumers/delivery-recorded.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onPassEnded } from './consumers/pass-ended.ts'
import { onPassRegistered } from './consumers/pass-registered.ts'
import { onPlanRegistered } from './consumers/plan-registered.ts'
import { onUserConfirmed } from './consumers/user-confirmed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onUserLinksEnded } from './consumers/user-links-ended.ts'
import { migrationsFolder } from './db/migrations.ts'
import { registerDesk, registerExports } from './http/desk-routes.ts'
import { applyPaymentHints } from './jobs/apply-payment-hints.ts'
import { createComparePayments } from './jobs/compare-payments.ts'
import { countGuarantees } from './jobs/count-guarantees.ts'
import { createExpireOrders } from './jobs/expire-orders.ts'
import { judgeGuarantees } from './jobs/judge-guarantees.ts'
import { createSettleAssistDays, createSettleCheckouts, createSettlePlans } from './jobs/settle-due.ts'
import { reconcilePublished } from './jobs/reconcile-published.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { activationRoutes } from './routes/activations.ts'
import { affiliateApplicationRoutes } from './routes/affiliate-applications.ts'
import { assistDayRoutes } from './routes/assist-days.ts'
import { checkoutKeyRoutes } from './routes/checkout-keys.ts'
import { checkoutRoutes } from './routes/checkouts.ts'
import { passRoutes } from './routes/passes.ts'
import { guaranteeRoutes } from './routes/guarantees.ts'
import { paymentActRoutes } from './routes/payment-acts.ts'
import { planRoutes } from './routes/plans.ts'
import { priceRoutes } from './routes/prices.ts'
import { promoCodeAdministration } from './routes/promo-code-administration.ts'
import { promoCodeRoutes } from './routes/promo-codes.ts'
import { quoteRoutes } from './routes/quotes.ts'
import { spotRoutes } from './routes/spots.ts'
import { limitsOf } from './limits/limits.ts'
import { measureAll } from './metrics/all.ts'

/** Prices, promo codes, orders, and the passes that fulfilled orders become. */
export const billing = defineService({
  name: 'billing',
  settings: billingSettings,
  migrationsFolder,
  build(deps) {
    const { settings, db, cache, log, now, createApp } = deps
    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const app = createApp({ openLink: openLinksOf(db, manageTokens, now) })
    const { guessLimit, mails, checkoutLimit, heldLimit, numberLimit, affiliateLimit } = limitsOf(deps)
    measureAll(deps)
    const payments = paymentsOf(deps)
    const letters = accountForLetters(deps)
    const tries = createAttemptLimit(cache, now)
    const saleKeys = createLaneSaleKeys(settings.SALE_KEYS)

    app.register(priceRoutes, { settings })
    app.register(spotRoutes, { db, settings, now })
    app.register(adminActionRoutes, { db })
    registerDesk(app, deps)
    app.register(quoteRoutes, { db, settings, guessLimit, now })
    const orders = { db, settings, guessLimit, mails, stripe: payments?.stripe ?? null, log, now }
    app.register(checkoutRoutes, { ...orders, checkoutLimit, heldLimit, numberLimit, tries })
    app.register(checkoutKeyRoutes, { db, manageTokens, now })
    app.register(passRoutes, { db, now })
    app.register(guaranteeRoutes, { db })
    app.register(activationRoutes, { db, settings, guessLimit, mails, manageTokens, now })
    if (settings.PRICES === 'list') {
      app.register(promoCodeRoutes, { db, guessLimit, now })
      app.register(promoCodeAdministration, { db, now })
    } else registerNotOffered(app, ['/promo-codes'])
    if (payments && settings.PRICES === 'list') {
      const { stripe, subscriptions } = payments
      app.register(planRoutes, { db, settings, subscriptions, checkoutLimit, tries, log, now })
      app.register(assistDayRoutes, { db, settings, stripe, checkoutLimit, saleKeys, log, now })
      app.register(affiliateApplicationRoutes, { db, affiliateLimit, now })
    } else registerNotOffered(app, PAID_PATHS)
    if (payments) {
      app.register(paymentActRoutes, { db, settings, now })
      app.register(providerWebhookRoutes, { db, cache, now, webhook: payments.webhook })
      app.register(providerEventDesk, { db, now, stored: [payments.hints] })
    } else registerNotOffered(app, ['/payments', '/webhooks/stripe'])
    registerExports(app, { db, now })

    return {
      app,
      handlers: [...handlersOf(settings, now), ...letters.handlers],
      jobs: [
        createExpireOrders({ db, now }),
        ...(payments?.jobs ?? []),
        judgeGuarantees({ db, log, now }),
        countGuarantees({ db, now }),
        purgeProviderEvents(db),
        ...reconcilePublished(deps),
        ...letters.jobs,
        purgePastRetention(deps, retentionOf(settings)),
      ],
      parts: [],
    }
  },
})

/** Paths that are missing if nothing is sold. Earlier payments are settled with Stripe as long as its settings are there. */
const PAID_PATHS = ['/plan', '/assist-day', '/assist-days', '/affiliate-applications']

/** The parts that payments need; null in an installation without Stripe. */
function paymentsOf({ settings, db, log, now }: Deps<Settings>) {
  const clients = stripeOf(settings)
  if (!clients) return null
  const { stripe, subscriptions, payments, webhook } = clients
  const hints = applyPaymentHints({ db, webhook, log, now })
  return {
    ...clients,
    hints,
    jobs: [
      hints.job,
      createSettleCheckouts({ db, stripe, settings, log, now }),
      createSettlePlans({ db, subscriptions, settings, log, now }),
      createSettleAssistDays({ db, stripe, settings, log, now }),
      createComparePayments({ db, payments, log, now }),
    ],
  }
}

const handlersOf = (settings: Settings, now: () => Date) => [
  onParkCatalogChanged,
  onUserAddressChanged({ now }),
  onUserConfirmed(),
  onUserDeleted({ settings, now }),
  onUserLinksEnded,
  onPassRegistered,
  onPlanRegistered,
  onAssistDayRegistered,
  onPassEnded({ ...guaranteeWaitsOf(settings), now }),
  onDeliveryRecorded(now),
]

const retentionOf = (settings: Settings) => ({
  orders: settings.ORDER_RETENTION_DAYS,
  unconfirmed: settings.UNCONFIRMED_ORDER_RETENTION_DAYS,
  sales: settings.SALES_RETENTION_DAYS,
  affiliates: settings.AFFILIATE_RETENTION_DAYS,
  adminActions: settings.ADMIN_ACTION_RETENTION_DAYS,
})
