import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import type { Handler } from '@walkon/messaging/inbox'
import { dataExportRoutes } from '@walkon/service/data-export'
import {
  measureProviderEvents,
  providerWebhookRoutes,
  purgeProviderEvents,
} from '@walkon/runtime/provider-webhooks'
import { openLinksOf } from '@walkon/runtime/ended-links'
import { defineService, type ServiceDeps } from '@walkon/runtime/service'
import type { Transaction } from '@walkon/service/database'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createEmailChannel, type EmailOptions } from './channels/email.ts'
import { createPushChannel } from './channels/push.ts'
import { createPushTokens, type PushTokens } from './channels/push-tokens.ts'
import { createSmsChannel } from './channels/sms.ts'
import { createTextLinks, type TextLinks } from './channels/text-links.ts'
import { createPushServices } from './clients/push-services.ts'
import { postmarkWebhook } from './clients/postmark-webhook.ts'
import { createPostmark } from './clients/postmark.ts'
import { toStatusUrl, twilioWebhook } from './clients/twilio-webhook.ts'
import { createTwilio } from './clients/twilio.ts'
import { createWebPush, type VapidKeys } from './clients/web-push.ts'
import { notifierSettings, type NotifierSettings } from './config.ts'
import { onAlertTriggered } from './consumers/alert-triggered.ts'
import { onNotificationRequested } from './consumers/notification-requested.ts'
import { onPassActivated } from './consumers/pass-activated.ts'
import { onSubscriptionErased } from './consumers/subscription-erased.ts'
import { onSubscriptionMoved } from './consumers/subscription-moved.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { migrationsFolder } from './db/migrations.ts'
import { applyReceipts } from './jobs/apply-receipts.ts'
import { expireDeliveries } from './jobs/expire-deliveries.ts'
import { purgeErasures } from './jobs/purge-erasures.ts'
import { purgePastRetention } from './jobs/purge-past-retention.ts'
import { remindUnconfirmed } from './jobs/remind-numbers.ts'
import { createSender } from './jobs/send-deliveries.ts'
import { createSendingGate } from './channels/sending-gate.ts'
import type { Transition } from './db/transitions.ts'
import type { IncomingText } from './domain/incoming-text.ts'
import type { Receipt } from './domain/receipt.ts'
import { listDataOf } from './db/data-export.ts'
import { deviceRoutes } from './routes/devices.ts'
import { historyRoutes } from './routes/history.ts'
import { pushRoutes } from './routes/pushes.ts'
import { textLinkRoutes } from './routes/text-links.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'
import { applyReceipt } from './use-cases/apply-receipt.ts'
import { applyReply, type ReplyDeps } from './use-cases/apply-reply.ts'
import type { PushRules } from './use-cases/find-pushable.ts'
import { createVapidKeys } from './use-cases/find-vapid-keys.ts'
import { createTextLimit, type TextRules } from './use-cases/limit-texts.ts'
import { createDeliveryMetrics, type DeliveryMetrics } from './use-cases/measure-deliveries.ts'

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

    const links = createTextLinks({ publicUrl: settings.PUBLIC_URL, keys: settings.TOKEN_KEYS })
    const texts = createTextLimit(cache, now, textRulesOf(settings))
    const pushTokens = createPushTokens(settings.TOKEN_KEYS)
    const vapidKeys = createVapidKeys(db, settings.TOKEN_KEYS)
    const senders = [
      createEmailSender(deps, { manageTokens, unsubscribeTokens, metrics }),
      createTextSender(deps, { links, metrics }),
      createPushSender(deps, { tokens: pushTokens, vapidKeys, metrics }),
    ]
    const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = settings
    const postmarkTells = postmarkWebhook({ user, password })
    const { TWILIO_AUTH_TOKEN: authToken, PUBLIC_URL: publicUrl } = settings
    const twilioTells = twilioWebhook({ authToken, publicUrl })
    measureProviderEvents(db, registry)

    const app = createApp({ openLink: openLinksOf(db, manageTokens, now) })
    app.register(historyRoutes, { db })
    app.register(dataExportRoutes, { listDataOf: (account) => listDataOf(db, account.email) })
    app.register(unsubscribeRoutes, { db, tokens: unsubscribeTokens, metrics, now })
    app.register(textLinkRoutes, { db, cache, manageTokens, now })
    const { PUSH_TEST_ORIGINS: testOrigins } = settings
    app.register(deviceRoutes, { db, cache, metrics, now, testOrigins })
    app.register(pushRoutes, { db, tokens: pushTokens, vapidKeys, metrics, now, testOrigins })
    app.register(providerWebhookRoutes, { db, cache, now, webhook: postmarkTells })
    app.register(providerWebhookRoutes, { db, cache, now, webhook: twilioTells })

    return {
      app,
      handlers: toHandlers(deps, { texts, links }),
      jobs: [
        ...senders.flatMap(({ send, lookUp }) => [send, lookUp]),
        applyReceipts({ db, webhook: postmarkTells, apply: applyReceipt, metrics, log }),
        applyReceipts({ db, webhook: twilioTells, apply: applyTextEvent({ texts, links }), metrics, log }),
        remindUnconfirmed({ db, texts, links }),
        expireDeliveries({ db, metrics }),
        purgeProviderEvents(db),
        purgeErasures(db, EVENT_LIFETIME_HOURS),
        purgePastRetention(deps, {
          deliveries: settings.DELIVERY_RETENTION_DAYS,
          consents: settings.CONSENT_RETENTION_DAYS,
          devices: settings.DEVICE_RETENTION_DAYS,
        }),
      ],
      parts: [
        { name: 'vapid-keys', start: vapidKeys, stop: async () => {} },
        ...senders.map(({ underWay }) => underWay),
      ],
    }
  },
})

/** The events heard, and what follows from each. */
const toHandlers = ({ settings, log, now }: SenderDeps, { texts, links }: ReplyDeps): Handler[] => [
  onAlertTriggered({
    expiryMinutes: settings.DELIVERY_EXPIRY_MINUTES,
    texts,
    links,
    pushes: pushRulesOf(settings),
    log,
  }),
  onNotificationRequested({ texts, links, log }),
  onPassActivated({ texts, links, log }),
  onUserDeleted(),
  onSubscriptionErased(),
  onSubscriptionMoved(),
  onUserAddressChanged({ now }),
]

type SenderDeps = Pick<ServiceDeps, 'db' | 'log' | 'now'> & { settings: NotifierSettings }
type EmailParts = Pick<EmailOptions, 'manageTokens' | 'unsubscribeTokens'> & { metrics: DeliveryMetrics }

function createEmailSender({ settings, db, log, now }: SenderDeps, { metrics, ...tokens }: EmailParts) {
  const postmark = createPostmark({
    apiUrl: settings.POSTMARK_API_URL,
    serverToken: settings.POSTMARK_SERVER_TOKEN,
    from: settings.MAIL_FROM,
    messageStream: settings.POSTMARK_MESSAGE_STREAM,
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  })
  const site = { publicUrl: settings.PUBLIC_URL, postalAddress: settings.POSTAL_ADDRESS }
  return createSender({
    db,
    channel: createEmailChannel({ postmark, site, ...tokens, now }),
    metrics,
    log,
    concurrency: settings.SENDER_CONCURRENCY,
    ...timesOf(settings),
  })
}

type TextParts = { links: TextLinks; metrics: DeliveryMetrics }

/** Text messages are sent at Twilio's rate, and not at all while Twilio refuses our configuration. */
function createTextSender({ settings, db, log, now }: SenderDeps, { links, metrics }: TextParts) {
  const twilio = createTwilio({
    apiUrl: settings.TWILIO_API_URL,
    accountSid: settings.TWILIO_ACCOUNT_SID,
    authToken: settings.TWILIO_AUTH_TOKEN,
    messagingServiceSid: settings.TWILIO_MESSAGING_SERVICE_SID,
    statusUrl: (deliveryId) => toStatusUrl(settings.PUBLIC_URL, deliveryId),
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  })
  return createSender({
    db,
    channel: createSmsChannel({ twilio, links, now }),
    metrics,
    log,
    gate: createSendingGate({
      isOn: settings.TEXTS_ON,
      perSecond: settings.TEXTS_PER_SECOND,
      pauseSeconds: settings.TEXT_PAUSE_SECONDS,
      now,
    }),
    concurrency: settings.TEXT_CONCURRENCY,
    ...timesOf(settings),
  })
}

type PushParts = { tokens: PushTokens; vapidKeys: () => Promise<VapidKeys>; metrics: DeliveryMetrics }

/** Pushes are held back by their rate alone: a push service that refuses our configuration is paused by itself. */
function createPushSender({ settings, db, log, now }: SenderDeps, { tokens, vapidKeys, metrics }: PushParts) {
  const webPush = createWebPush({
    vapidKeys,
    subject: toVapidSubject(settings),
    services: createPushServices({ pauseSeconds: settings.PUSH_PAUSE_SECONDS, now }),
    testOrigins: settings.PUSH_TEST_ORIGINS,
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  })
  return createSender({
    db,
    channel: createPushChannel({
      webPush,
      tokens,
      alertMinutes: settings.DELIVERY_EXPIRY_MINUTES,
      retrySeconds: settings.RETRY_DELAY_SECONDS,
      now,
    }),
    metrics,
    log,
    gate: createSendingGate({
      isOn: settings.PUSHES_ON,
      perSecond: settings.PUSHES_PER_SECOND,
      pauseSeconds: settings.PUSH_PAUSE_SECONDS,
      now,
    }),
    concurrency: settings.PUSH_CONCURRENCY,
    ...timesOf(settings),
  })
}

/** Where a push service reaches us. Apple takes no address of http and none of localhost. */
const toVapidSubject = ({ PUBLIC_URL, MAIL_FROM }: NotifierSettings) =>
  PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${/<(.+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`

/** A receipt, or a reply of a visitor. */
const applyTextEvent =
  (deps: ReplyDeps) =>
  (tx: Transaction, told: Receipt | IncomingText): Promise<Transition[]> =>
    told.kind === 'replied' ? applyReply(tx, told, deps) : applyReceipt(tx, told)

const textRulesOf = (settings: NotifierSettings): TextRules => ({
  isOn: settings.TEXTS_ON,
  countries: settings.TEXT_COUNTRIES,
  perNumberDay: settings.TEXTS_PER_NUMBER_DAY,
  perBlockDay: settings.TEXTS_PER_BLOCK_DAY,
  perDay: settings.TEXTS_PER_DAY,
})

const pushRulesOf = (settings: NotifierSettings): PushRules => ({
  isOn: settings.PUSHES_ON,
  fallbackSeconds: settings.PUSH_FALLBACK_SECONDS,
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
