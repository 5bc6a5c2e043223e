import { createClientLimit } from '@walkon/service/client-limit'
import { createAttemptLimit } from '@walkon/service/attempt-limit'
import { dataExportRoutes } from '@walkon/service/data-export'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import { providerEventDesk } from '@walkon/runtime/provider-event-desk'
import { providerWebhookRoutes } from '@walkon/runtime/provider-webhooks'
import { measureProviderEvents, purgeProviderEvents } from '@walkon/runtime/stored-provider-events'
import { createCountedMails } from '@walkon/runtime/counted-mails'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import { listWithActs, visitorDeskRoutes } from '@walkon/runtime/visitor-desk'
import { accountForLetters } from '@walkon/runtime/requested-letters'
import { defineService, type Deps } from '@walkon/runtime/service'
import type { HttpApp } from '@walkon/service/http'
import { createLaneSaleKeys } from '@walkon/service/lane-sales'
import { registerNotOffered } from '@walkon/service/not-offered'
import { createNumberLimit } from '@walkon/service/number-limit'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { stripeWebhook } from './clients/stripe-webhook.ts'
import { createStripePayments } from './clients/stripe-payments.ts'
import { createSubscriptionClient } from './clients/stripe-subscriptions.ts'
import { createStripe } from './clients/stripe.ts'
import { billingSettings, type Settings } from './config.ts'
import { onDeliveryRecorded } from './consumers/delivery-recorded.ts'
import { onParkCatalogChanged } from './consumers/park-catalog-changed.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onPassEnded } from './consumers/pass-ended.ts'
import { onUserConfirmed } from './consumers/user-confirmed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onUserLinksEnded } from './consumers/user-links-ended.ts'
import { knownAccountsOf } from './db/accounts/accounts.ts'
import { listDataOf, listOwnNumbers } from './db/data-export.ts'
import { findBuyers } from './db/accounts/found-buyers.ts'
import { migrationsFolder } from './db/migrations.ts'
import { applyPaymentHints } from './jobs/apply-payment-hints.ts'
import { createComparePayments } from './jobs/compare-payments.ts'
import { createExpireOrders } from './jobs/expire-orders.ts'
import { judgeGuarantees } from './jobs/judge-guarantees.ts'
import { createSettleAssistDays, createSettleCheckouts, createSettlePlans } from './jobs/settle-due.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { activationRoutes } from './routes/activations.ts'
import { affiliateApplicationRoutes } from './routes/affiliate-applications.ts'
import { assistDayRoutes } from './routes/assist-days.ts'
import { checkoutKeyRoutes } from './routes/checkout-keys.ts'
import { checkoutRoutes } from './routes/checkouts.ts'
import { passRoutes } from './routes/passes.ts'
import { deskActRoutes } from './routes/desk-acts.ts'
import { guaranteeRoutes } from './routes/guarantees.ts'
import { paymentActRoutes } from './routes/payment-acts.ts'
import { planRoutes } from './routes/plans.ts'
import { priceRoutes } from './routes/prices.ts'
import { promoCodeAdministration } from './routes/promo-code-administration.ts'
import { promoCodeRoutes } from './routes/promo-codes.ts'
import { quoteRoutes } from './routes/quotes.ts'
import { spotRoutes } from './routes/spots.ts'
import { createActivationMails } from './limits/activation-mails.ts'
import { createHeldLimit } from './limits/held.ts'
import { createGuessLimit } from './limits/promo-guesses.ts'
import { measureCheckouts } from './metrics/checkouts.ts'
import { measureComparisons } from './metrics/payment-comparisons.ts'
import { measureGuarantees } from './metrics/guarantees.ts'
import { measureOrders } from './metrics/orders.ts'
import { measurePlans } from './metrics/plans.ts'
import { readBuyer } from './use-cases/desk/read-buyer.ts'

const MINUTE = 60

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
        purgeProviderEvents(db),
        ...letters.jobs,
        purgePastRetention(deps, retentionOf(settings)),
      ],
      parts: [],
    }
  },
})

/** Paths that are missing if nothing is sold. Earlier payments are settled with Stripe as long as its settings are there. */
const PAID_PATHS = ['/plan', '/assist-day', '/assist-days', '/affiliate-applications']

/** Builds the parts that need Stripe; null in an installation without it. */
function paymentsOf({ settings, db, log, now }: Deps<Settings>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: secrets } = settings
  if (secretKey === undefined || secrets === undefined) return null
  const account = {
    apiUrl: settings.STRIPE_API_URL,
    secretKey,
    timeoutMs: settings.STRIPE_TIMEOUT_SECONDS * 1_000,
  }
  const stripe = createStripe(account)
  const subscriptions = createSubscriptionClient(account)
  const webhook = stripeWebhook({ secretKey, secrets })
  const hints = applyPaymentHints({ db, webhook, log, now })
  return {
    stripe,
    subscriptions,
    webhook,
    hints,
    jobs: [
      hints.job,
      createSettleCheckouts({ db, stripe, settings, log, now }),
      createSettlePlans({ db, subscriptions, settings, log, now }),
      createSettleAssistDays({ db, stripe, settings, log, now }),
      createComparePayments({ db, payments: createStripePayments(account), log, now }),
    ],
  }
}

function measureAll({ db, metrics, now, settings }: Deps<Settings>): void {
  measureOrders(db, metrics, now)
  measureCheckouts(db, metrics)
  measureComparisons(db, metrics, now)
  measureGuarantees(db, metrics, guaranteeWaitsOf(settings))
  measurePlans(db, metrics)
  measureProviderEvents(db, metrics)
}

/** Exports a person's data, for themselves and for an admin whom they asked. */
function registerExports(app: HttpApp, { db, now }: Pick<Deps<Settings>, 'db' | 'now'>): void {
  const listed = {
    listDataOf: (visitor: { email: string; userId: string }) => listDataOf(db, visitor),
    listOwnNumbers: (visitor: { email: string; userId: string }) => listOwnNumbers(db, visitor),
  }
  app.register(dataExportRoutes, {
    ...listed,
    listDataOf: (account) => listWithActs(db, account, listed.listDataOf),
  })
  app.register(visitorExportRoutes, {
    db,
    now,
    accounts: knownAccountsOf(db),
    ...listed,
  })
}

/** Registers the support desk's reads and acts. */
function registerDesk(app: HttpApp, { db, now, settings }: Deps<Settings>): void {
  app.register(deskActRoutes, { db, now, settings })
  app.register(visitorDeskRoutes, {
    db,
    now,
    findVisitors: (sought, limit) => findBuyers(db, sought, limit),
    accounts: knownAccountsOf(db),
    listDataOf: (visitor) => readBuyer(db, visitor),
  })
}

const guaranteeWaitsOf = ({ ALERT_MESSAGES_MINUTES, GUARANTEE_SETTLE_HOURS }: Settings) => ({
  messagesMinutes: ALERT_MESSAGES_MINUTES,
  settleHours: GUARANTEE_SETTLE_HOURS,
})

const handlersOf = (settings: Settings, now: () => Date) => [
  onParkCatalogChanged,
  onUserAddressChanged({ now }),
  onUserConfirmed(),
  onUserDeleted({ settings, now }),
  onUserLinksEnded,
  onPassEnded({ ...guaranteeWaitsOf(settings), now }),
  onDeliveryRecorded(now),
]

/** Limits guesses, mails and requests. */
function limitsOf({ settings, cache, metrics, now }: Deps<Settings>) {
  const shared = { cache, now }
  const limitClients = (name: string, limit: number, windowSeconds: number) =>
    createClientLimit(shared, name, { limit, windowSeconds })
  return {
    guessLimit: createGuessLimit({
      ...shared,
      perClient: settings.PROMO_GUESSES_PER_CLIENT,
      perMinute: settings.PROMO_GUESSES_PER_MINUTE,
      perAddress: settings.PROMO_GUESSES_PER_ADDRESS,
    }),
    mails: createActivationMails({
      ...shared,
      mails: createCountedMails('activation', settings.TOKEN_KEYS),
      perClient: settings.ACTIVATION_MAILS_PER_CLIENT,
      metrics,
    }),
    checkoutLimit: limitClients('checkout', settings.CHECKOUTS_PER_CLIENT, 5 * MINUTE),
    heldLimit: createHeldLimit(shared),
    numberLimit: createNumberLimit(cache, now, settings.NUMBERS_PER_CLIENT_DAY),
    affiliateLimit: limitClients('affiliate', settings.AFFILIATE_APPLICATIONS_PER_CLIENT, 60 * MINUTE),
  }
}

const retentionOf = (settings: Settings) => ({
  orders: settings.ORDER_RETENTION_DAYS,
  unconfirmed: settings.UNCONFIRMED_ORDER_RETENTION_DAYS,
  sales: settings.SALES_RETENTION_DAYS,
  affiliates: settings.AFFILIATE_RETENTION_DAYS,
  adminActions: settings.ADMIN_ACTION_RETENTION_DAYS,
})
