import type { ServiceDeps } from '@walkon/runtime/service'
import { createPushServices } from '../clients/push-services.ts'
import { toStatusUrl } from '../clients/twilio-webhook.ts'
import { createTwilio } from '../clients/twilio.ts'
import { createWebPush, type VapidKeys } from '../clients/web-push.ts'
import type { NotifierSettings, twilioOf } from '../config.ts'
import { createEmailChannel, type EmailOptions } from './email.ts'
import type { PushTokens } from './push-tokens.ts'
import { createPushChannel } from './push.ts'
import { createSmsChannel } from './sms.ts'
import type { TextLinks } from './text-links.ts'

/** The channels, as the settings say. */

type ChannelDeps = Pick<ServiceDeps, 'now'> & { settings: NotifierSettings }

export type EmailParts = Pick<EmailOptions, 'mailer' | 'manageTokens' | 'listLinks'>

export function emailChannelOf({ settings, now }: ChannelDeps, parts: EmailParts) {
  const site = { publicUrl: settings.PUBLIC_URL, postalAddress: settings.POSTAL_ADDRESS }
  return createEmailChannel({ site, ...parts, now })
}

export type TextParts = { account: NonNullable<ReturnType<typeof twilioOf>>; links: TextLinks }

/** `loaded` resolves when Twilio's SDK is there: nothing is leased before. */
export function textChannelOf({ settings, now }: ChannelDeps, { account, links }: TextParts) {
  const twilio = createTwilio({
    apiUrl: settings.TWILIO_API_URL,
    ...account,
    statusUrl: (deliveryId) => toStatusUrl(settings.PUBLIC_URL, deliveryId),
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  })
  return { channel: createSmsChannel({ twilio, links, now }), loaded: twilio.loaded }
}

export type PushParts = { tokens: PushTokens; vapidKeys: () => Promise<VapidKeys> }

export function pushChannelOf({ settings, now }: ChannelDeps, { tokens, vapidKeys }: PushParts) {
  const webPush = createWebPush({
    vapidKeys,
    subject: toVapidSubject(settings),
    services: createPushServices({ pauseSeconds: settings.PUSH_PAUSE_SECONDS, now }),
    testOrigins: settings.PUSH_TEST_ORIGINS,
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
    now,
  })
  return createPushChannel({
    webPush,
    tokens,
    alertMinutes: settings.DELIVERY_EXPIRY_MINUTES,
    retrySeconds: settings.RETRY_DELAY_SECONDS,
    now,
  })
}

/** Returns our contact for push services. Apple takes no address of http and none of localhost. */
const toVapidSubject = ({ PUBLIC_URL, MAIL_FROM }: NotifierSettings) =>
  PUBLIC_URL.startsWith('https:') ? PUBLIC_URL : `mailto:${/<(.+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
