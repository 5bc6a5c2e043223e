import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import { dataExportRoutes } from '@walkon/service/data-export'
import { defineService } from '@walkon/runtime/service'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createEmailChannel } from './channels/email.ts'
import { createPostmark } from './clients/postmark.ts'
import { notifierSettings } from './config.ts'
import { deliverAlerts } from './consumers/alert-triggered.ts'
import { deliverNotifications } from './consumers/notification-requested.ts'
import { eraseSubscriptions } from './consumers/subscription-erased.ts'
import { eraseUsers } from './consumers/user-deleted.ts'
import { migrationsFolder } from './db/migrations.ts'
import { createDeliveryMetrics } from './delivery-metrics.ts'
import { expireDeliveries } from './jobs/expire-deliveries.ts'
import { forgetErasures } from './jobs/forget-erasures.ts'
import { lookUpUnknown } from './jobs/look-up-unknown.ts'
import { createSender } from './jobs/send-deliveries.ts'
import { listDataOf } from './db/data-export.ts'
import { historyRoutes } from './routes/history.ts'
import { postmarkWebhook } from './routes/postmark-webhook.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'

/** Writes to visitors: every alert once, in time, and nothing to those who do not want it. */
export const notifier = defineService({
  name: 'notifier',
  settings: notifierSettings,
  migrationsFolder,

  build({ settings, db, log, metrics: registry, now, createApp }) {
    const manageTokens = createSealedTokens('manage', settings.TOKEN_KEYS)
    const unsubscribeTokens = createSealedTokens('unsubscribe', settings.TOKEN_KEYS)
    const metrics = createDeliveryMetrics(db, registry)
    const leaseSeconds = settings.DELIVERY_LEASE_SECONDS
    const timeoutSeconds = settings.PROVIDER_TIMEOUT_SECONDS
    const lookupSeconds = settings.LOOKUP_WAIT_SECONDS

    const postmark = createPostmark({
      apiUrl: settings.POSTMARK_API_URL,
      serverToken: settings.POSTMARK_SERVER_TOKEN,
      from: settings.MAIL_FROM,
      messageStream: settings.POSTMARK_MESSAGE_STREAM,
      timeoutSeconds,
    })
    const email = createEmailChannel({
      postmark,
      site: { publicUrl: settings.PUBLIC_URL, postalAddress: settings.POSTAL_ADDRESS },
      manageTokens,
      unsubscribeTokens,
      log,
      now,
    })
    const sender = createSender({
      db,
      channel: email,
      metrics,
      log,
      concurrency: settings.SENDER_CONCURRENCY,
      leaseSeconds,
      timeoutSeconds,
      waits: { retrySeconds: settings.RETRY_DELAY_SECONDS, lookupSeconds },
    })

    const app = createApp({ openLink: (token) => manageTokens.open(token, now()) })
    app.register(historyRoutes, { db })
    app.register(dataExportRoutes, { listDataOf: (account) => listDataOf(db, account.email) })
    app.register(unsubscribeRoutes, { db, tokens: unsubscribeTokens, metrics, now })
    app.register(postmarkWebhook, {
      db,
      metrics,
      user: settings.POSTMARK_WEBHOOK_USER,
      password: settings.POSTMARK_WEBHOOK_PASSWORD,
    })

    return {
      app,
      handlers: [
        deliverAlerts({ expiryMinutes: settings.DELIVERY_EXPIRY_MINUTES }),
        deliverNotifications(),
        eraseUsers(),
        eraseSubscriptions(),
      ],
      jobs: [
        sender.job,
        lookUpUnknown({ db, channel: email, metrics, log, leaseSeconds, lookupSeconds }),
        expireDeliveries({ db, metrics }),
        forgetErasures(db, EVENT_LIFETIME_HOURS),
      ],
      parts: [sender.part],
    }
  },
})
