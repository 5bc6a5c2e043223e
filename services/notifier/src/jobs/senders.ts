import type { ServiceDeps } from '@walkon/runtime/service'
import { createEmailChannel, type EmailOptions } from '../channels/email.ts'
import type { PushTokens } from '../channels/push-tokens.ts'
import { createPushChannel } from '../channels/push.ts'
import { createSendingGate } from '../channels/sending-gate.ts'
import { createSmsChannel } from '../channels/sms.ts'
import type { TextLinks } from '../channels/text-links.ts'
import { postmarkWebhook } from '../clients/postmark-webhook.ts'
import { createPostmark, type Postmark } from '../clients/postmark.ts'
import { createPushServices } from '../clients/push-services.ts'
import { toStatusUrl, twilioWebhook } from '../clients/twilio-webhook.ts'
import { createTwilio } from '../clients/twilio.ts'
import { createWebPush, type VapidKeys } from '../clients/web-push.ts'
import type { NotifierSettings } from '../config.ts'
import { createSender } from './send-deliveries.ts'
import type { DeliveryMetrics } from '../use-cases/measure-deliveries.ts'

/** The senders of the channels, and the webhooks of their providers, as the settings say. */

export type SenderDeps = Pick<ServiceDeps, 'db' | 'log' | 'now'> & { settings: NotifierSettings }
type EmailParts = Pick<EmailOptions, 'postmark' | 'manageTokens' | 'unsubscribeTokens'> & {
  metrics: DeliveryMetrics
}

const streamsOf = (settings: NotifierSettings) => ({
  alerts: settings.POSTMARK_ALERT_STREAM,
  letters: settings.POSTMARK_LETTER_STREAM,
})

export const createPostmarkOf = (settings: NotifierSettings): Postmark =>
  createPostmark({
    apiUrl: settings.POSTMARK_API_URL,
    serverToken: settings.POSTMARK_SERVER_TOKEN,
    from: settings.MAIL_FROM,
    streams: streamsOf(settings),
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  })

export const webhooksOf = (settings: NotifierSettings) => ({
  postmarkTells: postmarkWebhook({
    user: settings.POSTMARK_WEBHOOK_USER,
    password: settings.POSTMARK_WEBHOOK_PASSWORD,
    streams: streamsOf(settings),
  }),
  twilioTells: twilioWebhook({ authToken: settings.TWILIO_AUTH_TOKEN, publicUrl: settings.PUBLIC_URL }),
})

export function createEmailSender(
  { settings, db, log, now }: SenderDeps,
  { metrics, ...options }: EmailParts,
) {
  const site = { publicUrl: settings.PUBLIC_URL, postalAddress: settings.POSTAL_ADDRESS }
  return createSender({
    db,
    channel: createEmailChannel({ site, ...options, now }),
    metrics,
    log,
    concurrency: settings.SENDER_CONCURRENCY,
    ...timesOf(settings),
  })
}

type TextParts = { links: TextLinks; metrics: DeliveryMetrics }

/** Text messages are sent at Twilio's rate, and not at all while Twilio refuses our configuration. */
export function createTextSender({ settings, db, log, now }: SenderDeps, { links, metrics }: TextParts) {
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
export function createPushSender(
  { settings, db, log, now }: SenderDeps,
  { tokens, vapidKeys, metrics }: PushParts,
) {
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
