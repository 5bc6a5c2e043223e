import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import type { Handler } from '@walkon/messaging/inbox'
import { providerEventDesk } from '@walkon/runtime/provider-event-desk'
import { purgeProviderEvents } from '@walkon/runtime/stored-provider-events'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { defineService, type ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createListLinks } from './channels/list-links.ts'
import { createPushTokens } from './channels/push-tokens.ts'
import { createTextLinks } from './channels/text-links.ts'
import { createTextPause } from './channels/text-pause.ts'
import { NO_LISTS } from './clients/no-lists.ts'
import { notifierSettings, twilioOf, type NotifierSettings } from './config.ts'
import { onAlertTriggered } from './consumers/alert-triggered.ts'
import { onNotificationRequested } from './consumers/notification-requested.ts'
import { onNotificationCancelled } from './consumers/notification-cancelled.ts'
import { onPassActivated } from './consumers/pass-activated.ts'
import { onPlanCoverageChanged } from './consumers/plan-coverage-changed.ts'
import { onPlanEnded } from './consumers/plan-ended.ts'
import { onDoneForTodayPredicted } from './consumers/done-for-today-predicted.ts'
import { onSubscriptionErased } from './consumers/subscription-erased.ts'
import { onSubscriptionMoved } from './consumers/subscription-moved.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserConfirmed } from './consumers/user-confirmed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onUserLinksEnded } from './consumers/user-links-ended.ts'
import { onUserNotificationRequested } from './consumers/user-notification-requested.ts'
import { migrationsFolder } from './db/migrations.ts'
import { checkAddresses } from './jobs/check-addresses.ts'
import { dropUnaddressedLetters } from './jobs/drop-letters.ts'
import { expireDeliveries } from './jobs/expire-deliveries.ts'
import { mailIssues } from './jobs/mail-issues.ts'
import { mailProviderOf } from './jobs/mail-provider.ts'
import { mailLateTexts } from './jobs/mail-late-texts.ts'
import { publishOutcomes } from './jobs/publish-outcomes.ts'
import { purgeErasures } from './jobs/purge-erasures.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { receiptsOf } from './jobs/apply-receipts.ts'
import { remindUnconfirmed } from './jobs/remind-numbers.ts'
import { registerDesk, registerHistory } from './http/kept-data-routes.ts'
import { registerLists, registerNewsletter } from './http/list-routes.ts'
import { createOwnWebhooks } from './http/own-webhooks.ts'
import { registerWebhooks, webhooksOf } from './http/provider-webhooks.ts'
import { registerPushes } from './http/push-routes.ts'
import { planTextRoutes } from './routes/plan-texts.ts'
import { suppressionRoutes } from './routes/suppressions.ts'
import { textLinkRoutes } from './routes/text-links.ts'
import { wayRoutes } from './routes/ways.ts'
import { createEmailSender, createPushSender, createTextSender, type SenderDeps } from './jobs/senders.ts'
import type { ReplyDeps } from './use-cases/texts/apply-reply.ts'
import { createVapidKeys } from './use-cases/push/find-vapid-keys.ts'
import { createTextLimit } from './limits/texts.ts'
import { planTextRulesOf, pushRulesOf, textRulesOf } from './limits/channel-rules.ts'
import { createCheckMetrics } from './metrics/address-checks.ts'
import { measureTables } from './metrics/tables.ts'
import { createDeliveryMetrics } from './metrics/deliveries.ts'

/** Writes to visitors: every alert once, in time, and nothing to those who do not want it. */
export const notifier = defineService({
  name: 'notifier',
  settings: notifierSettings,
  migrationsFolder,

  build(deps) {
    const { settings, db, cache, log, metrics: registry, now, createApp } = deps
    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const listLinks = createListLinks(settings.TOKEN_KEYS)
    const metrics = createDeliveryMetrics(db, registry, log)

    const links = createTextLinks({ publicUrl: settings.PUBLIC_URL, keys: settings.TOKEN_KEYS })
    const pause = createTextPause(cache, settings.TEXT_PAUSE_SECONDS, now)
    const texts = createTextLimit(cache, now, textRulesOf(settings), pause)
    const pushTokens = createPushTokens(settings.TOKEN_KEYS)
    const vapidKeys = createVapidKeys(db, settings.TOKEN_KEYS)
    const mails = mailProviderOf(deps)
    const twilio = twilioOf(settings)
    const offers = { newsletter: mails.webhook !== null, texts: twilio !== null }
    const senders = [
      createEmailSender(deps, { mailer: mails.mailer, manageTokens, listLinks, metrics }),
      ...(twilio ? [createTextSender(deps, { account: twilio, links, pause, metrics })] : []),
      createPushSender(deps, { tokens: pushTokens, vapidKeys, metrics }),
    ]
    const tells = webhooksOf(settings, mails)
    const checkMetrics = createCheckMetrics(db, registry)
    const receipts = receiptsOf(deps, { ...tells, texts, links, pause, metrics })
    const webhooks = createOwnWebhooks(deps)
    measureTables(deps, texts)

    const app = createApp({ openLink: openLinksOf(db, manageTokens, now) })
    registerHistory(app, deps)
    registerLists(app, deps, { links: listLinks, metrics })
    registerNewsletter(app, deps, offers)
    app.register(wayRoutes, { db, cache, texts, links, now })
    app.register(planTextRoutes, { db, cache, metrics, texts, links, now, rules: planTextRulesOf(settings) })
    app.register(suppressionRoutes, { db, now, metrics, addresses: mails.addresses, log })
    registerDesk(app, deps)
    app.register(textLinkRoutes, { db, cache, manageTokens, now })
    registerPushes(app, deps, { metrics, tokens: pushTokens, vapidKeys })
    webhooks.register(app)
    registerWebhooks(app, deps, tells)
    app.register(providerEventDesk, { db, now, stored: receipts })

    return {
      app,
      handlers: toHandlers(deps, { texts, links }),
      jobs: [
        ...senders.flatMap(({ send, lookUp }) => [send, lookUp]),
        ...receipts.map(({ job }) => job),
        checkAddresses({ db, addresses: mails.addresses ?? NO_LISTS, metrics, checkMetrics, log }),
        remindUnconfirmed({ db, texts, links, now }),
        expireDeliveries({ db, metrics }),
        dropUnaddressedLetters({ db, log, now }),
        mailLateTexts({ db, metrics, afterSeconds: settings.TEXT_FALLBACK_SECONDS }),
        ...(offers.newsletter ? [mailIssues({ db, now })] : []),
        publishOutcomes(db),
        webhooks.job,
        ...purges(deps),
      ],
      parts: [
        { name: 'vapid-keys', start: vapidKeys, stop: async () => {} },
        webhooks.part,
        ...mails.parts,
        ...senders.map(({ underWay }) => underWay),
      ],
    }
  },
})

const purges = (deps: ServiceDeps & { settings: NotifierSettings }): Job[] => [
  purgeProviderEvents(deps.db),
  purgeErasures(deps.db, EVENT_LIFETIME_HOURS),
  purgePastRetention(deps, {
    deliveries: deps.settings.DELIVERY_RETENTION_DAYS,
    consents: deps.settings.CONSENT_RETENTION_DAYS,
    devices: deps.settings.DEVICE_RETENTION_DAYS,
    plans: deps.settings.PLAN_RETENTION_DAYS,
    adminActions: deps.settings.ADMIN_ACTION_RETENTION_DAYS,
  }),
]

/** The handlers of the events heard. */
const toHandlers = (
  { settings, log, now }: SenderDeps,
  { texts, links }: Pick<ReplyDeps, 'texts' | 'links'>,
): Handler[] => [
  ...[onAlertTriggered, onDoneForTodayPredicted].map((on) =>
    on({
      expiryMinutes: settings.DELIVERY_EXPIRY_MINUTES,
      texts,
      planTexts: { perMonth: planTextRulesOf(settings).perMonth, now },
      links,
      pushes: pushRulesOf(settings),
      now,
      log,
    }),
  ),
  onNotificationRequested({ texts, links, log, now }),
  onNotificationCancelled(),
  onPassActivated({ texts, links, log, now }),
  onPlanCoverageChanged(),
  onPlanEnded(),
  onUserNotificationRequested({ pushes: pushRulesOf(settings), log, now }),
  onUserConfirmed({ pushes: pushRulesOf(settings), log }),
  onUserDeleted({ now, isFree: settings.PRICES === 'free' }),
  onUserLinksEnded,
  onSubscriptionErased({ now }),
  onSubscriptionMoved(),
  onUserAddressChanged({ pushes: pushRulesOf(settings), now, log }),
]
