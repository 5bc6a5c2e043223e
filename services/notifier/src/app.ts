import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import { dataExportRoutes } from '@walkon/service/data-export'
import {
  measureProviderEvents,
  providerWebhookRoutes,
  purgeProviderEvents,
} from '@walkon/runtime/provider-webhooks'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { defineService } from '@walkon/runtime/service'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createEmailChannel } from './channels/email.ts'
import { postmarkWebhook } from './clients/postmark-webhook.ts'
import { createPostmark } from './clients/postmark.ts'
import { notifierSettings, type NotifierSettings } from './config.ts'
import { onAlertTriggered } from './consumers/alert-triggered.ts'
import { onNotificationRequested } from './consumers/notification-requested.ts'
import { onSubscriptionErased } from './consumers/subscription-erased.ts'
import { onSubscriptionMoved } from './consumers/subscription-moved.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { migrationsFolder } from './db/migrations.ts'
import { applyReceipts } from './jobs/apply-receipts.ts'
import { expireDeliveries } from './jobs/expire-deliveries.ts'
import { purgeErasures } from './jobs/purge-erasures.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { createSender } from './jobs/send-deliveries.ts'
import { listDataOf } from './db/data-export.ts'
import { historyRoutes } from './routes/history.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'
import { createDeliveryMetrics } from './use-cases/measure-deliveries.ts'

/** Writes to visitors: every alert once, in time, and nothing to those who do not want it. */
export const notifier = defineService({
  name: 'notifier',
  settings: notifierSettings,
  migrationsFolder,

  build(deps) {
    const { settings, db, cache, log, metrics: registry, now, createApp } = deps
    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const unsubscribeTokens = createSealedTokens('unsubscribe', settings.TOKEN_KEYS)
    const metrics = createDeliveryMetrics(db, registry, log)

    const postmark = createPostmark({
      apiUrl: settings.POSTMARK_API_URL,
      serverToken: settings.POSTMARK_SERVER_TOKEN,
      from: settings.MAIL_FROM,
      messageStream: settings.POSTMARK_MESSAGE_STREAM,
      timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
    })
    const email = createEmailChannel({
      postmark,
      site: { publicUrl: settings.PUBLIC_URL, postalAddress: settings.POSTAL_ADDRESS },
      manageTokens,
      unsubscribeTokens,
      now,
    })
    const sender = createSender({
      db,
      channel: email,
      metrics,
      log,
      concurrency: settings.SENDER_CONCURRENCY,
      ...timesOf(settings),
    })

    const webhook = postmarkWebhook({
      user: settings.POSTMARK_WEBHOOK_USER,
      password: settings.POSTMARK_WEBHOOK_PASSWORD,
    })
    measureProviderEvents(db, registry)

    const app = createApp({ openLink: openLinksOf(db, manageTokens, now) })
    app.register(historyRoutes, { db })
    app.register(dataExportRoutes, { listDataOf: (account) => listDataOf(db, account.email) })
    app.register(unsubscribeRoutes, { db, tokens: unsubscribeTokens, metrics, now })
    app.register(providerWebhookRoutes, { db, cache, now, webhook })

    return {
      app,
      handlers: [
        onAlertTriggered({ expiryMinutes: settings.DELIVERY_EXPIRY_MINUTES, log }),
        onNotificationRequested(log),
        onUserDeleted(),
        onSubscriptionErased(),
        onSubscriptionMoved(),
        onUserAddressChanged({ now }),
      ],
      jobs: [
        sender.send,
        sender.lookUp,
        applyReceipts({ db, webhook, metrics, log }),
        expireDeliveries({ db, metrics }),
        purgeProviderEvents(db),
        purgeErasures(db, EVENT_LIFETIME_HOURS),
        purgePastRetention(deps, { deliveries: settings.DELIVERY_RETENTION_DAYS }),
      ],
      parts: [sender.underWay],
    }
  },
})

/** How long a call, its lease and the waits of its look-ups last. */
const timesOf = (settings: NotifierSettings) => ({
  timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  leaseSeconds: settings.DELIVERY_LEASE_SECONDS,
  waits: {
    retrySeconds: settings.RETRY_DELAY_SECONDS,
    absentSeconds: settings.LOOKUP_LEAST_WAIT_SECONDS,
    lookupSeconds: settings.LOOKUP_WAIT_SECONDS,
  },
})
