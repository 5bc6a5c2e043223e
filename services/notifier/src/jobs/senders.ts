import type { ServiceDeps } from '@walkon/runtime/service'
import { createEmailChannel, type EmailOptions } from '../channels/email.ts'
import type { PushTokens } from '../channels/push-tokens.ts'
import { createPushChannel } from '../channels/push.ts'
import { createSmsChannel } from '../channels/sms.ts'
import type { TextLinks } from '../channels/text-links.ts'
import type { TextPause } from '../channels/text-pause.ts'
import { createPushServices } from '../clients/push-services.ts'
import { toStatusUrl } from '../clients/twilio-webhook.ts'
import { createTwilio } from '../clients/twilio.ts'
import { createWebPush, type VapidKeys } from '../clients/web-push.ts'
import type { NotifierSettings, twilioOf } from '../config.ts'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'
import { createProviderCalls } from '@walkon/runtime/provider-calls'
import type { Database } from '@walkon/service/database'
import type { Channel, DeliveryAnswer } from '../channels/channel.ts'
import { DELIVERIES_CHANNEL } from '../db/deliveries/deliveries.ts'
import type { LeasedDelivery, UnknownDelivery } from '../db/deliveries/leases.ts'
import { withdrawTextsOlderThan } from '../use-cases/deliveries/send-deliveries.ts'
import { deliveriesOf, stoppable, type Calls, type Stop } from '../use-cases/deliveries/delivery-table.ts'

/** The senders of the channels, as the settings say. */

export type SenderDeps = Pick<ServiceDeps, 'db' | 'log' | 'now'> & { settings: NotifierSettings }
type EmailParts = Pick<EmailOptions, 'mailer' | 'manageTokens' | 'listLinks'> & {
  metrics: DeliveryMetrics
}

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
    ...(settings.MAILS_PER_MINUTE && { perSecond: settings.MAILS_PER_MINUTE / 60 }),
    ...timesOf(settings),
  })
}

type TextParts = {
  account: NonNullable<ReturnType<typeof twilioOf>>
  links: TextLinks
  pause: TextPause
  metrics: DeliveryMetrics
}

/**
 * Text messages are sent at Twilio's rate, and not at all while Twilio refuses our configuration or the kill switch is on: queued alerts
 * are then mailed.
 */
export function createTextSender(
  { settings, db, log, now }: SenderDeps,
  { account, links, pause, metrics }: TextParts,
) {
  const twilio = createTwilio({
    apiUrl: settings.TWILIO_API_URL,
    ...account,
    statusUrl: (deliveryId) => toStatusUrl(settings.PUBLIC_URL, deliveryId),
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  })
  return createSender({
    db,
    channel: createSmsChannel({ twilio, links, now }),
    metrics,
    log,
    perSecond: settings.TEXTS_PER_SECOND,
    stop: {
      isOn: async () => {
        await twilio.loaded
        return settings.STOP_ALL_TEXTS || pause.isOn()
      },
      start: pause.start,
      withdraw: (limit) =>
        withdrawTextsOlderThan(db, metrics, { seconds: 0, limit, reason: 'texts-stopped' }),
    },
    concurrency: settings.TEXT_CONCURRENCY,
    ...timesOf(settings),
  })
}

type PushParts = { tokens: PushTokens; vapidKeys: () => Promise<VapidKeys>; metrics: DeliveryMetrics }

/** Pushes are held back by their rate and the kill switch: a push service that refuses our configuration is paused by itself. */
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
    now,
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
    perSecond: settings.PUSHES_PER_SECOND,
    stop: { isOn: async () => settings.STOP_ALL_PUSHES },
    concurrency: settings.PUSH_CONCURRENCY,
    ...timesOf(settings),
  })
}

/** Returns our contact for push services. Apple takes no address of http and none of localhost. */
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

type SenderOptions<Message> = Omit<Calls<Message>, 'name' | 'table' | 'provider' | 'wakeOn'> & {
  db: Database
  channel: Channel<Message>
  metrics: DeliveryMetrics
  /** The rate of all processes together. */
  perSecond?: number
  stop?: Stop
}

/** Sends the queue of one channel as soon as it is committed, and looks up deliveries in doubt. */
function createSender<Message>(options: SenderOptions<Message>) {
  const { db, channel, metrics, perSecond, stop, ...calls } = options
  const { name } = channel
  const table = deliveriesOf(db, metrics, name, perSecond)
  return createProviderCalls<LeasedDelivery, Message, DeliveryAnswer, UnknownDelivery>({
    ...calls,
    name,
    provider: channel,
    wakeOn: DELIVERIES_CHANNEL,
    table: stoppable(table, stop),
  })
}
