import { createProviderCalls } from '@walkon/runtime/provider-calls'
import type { ServiceDeps } from '@walkon/runtime/service'
import {
  emailChannelOf,
  pushChannelOf,
  textChannelOf,
  type EmailParts,
  type PushParts,
  type TextParts,
} from '../channels/channels.ts'
import type { Channel, DeliveryAnswer } from '../channels/channel.ts'
import type { TextPause } from '../channels/text-pause.ts'
import type { NotifierSettings } from '../config.ts'
import { DELIVERIES_CHANNEL } from '../db/deliveries/deliveries.ts'
import type { LeasedDelivery, UnknownDelivery } from '../db/deliveries/leases.ts'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'
import { deliveriesOf, stoppable, type Calls, type Stop } from '../use-cases/deliveries/delivery-table.ts'
import { withdrawTextsOlderThan } from '../use-cases/deliveries/send-deliveries.ts'

/** The loop of each channel, with its rate and what stops it. */

export type SenderDeps = Pick<ServiceDeps, 'db' | 'log' | 'now'> & { settings: NotifierSettings }
type Metered = { metrics: DeliveryMetrics }

export const createEmailSender = (deps: SenderDeps, { metrics, ...parts }: EmailParts & Metered) =>
  createSender(deps, {
    channel: emailChannelOf(deps, parts),
    metrics,
    concurrency: deps.settings.SENDER_CONCURRENCY,
    ...(deps.settings.MAILS_PER_MINUTE && { perSecond: deps.settings.MAILS_PER_MINUTE / 60 }),
  })

/**
 * Text messages are sent at Twilio's rate. While Twilio refuses our configuration or the kill switch is on, none is sent, and queued alerts
 * are mailed.
 */
export function createTextSender(
  deps: SenderDeps,
  { pause, metrics, ...parts }: TextParts & Metered & { pause: TextPause },
) {
  const { db, settings } = deps
  const { channel, loaded } = textChannelOf(deps, parts)
  return createSender(deps, {
    channel,
    metrics,
    perSecond: settings.TEXTS_PER_SECOND,
    stop: {
      isOn: async () => {
        await loaded
        return settings.STOP_ALL_TEXTS || pause.isOn()
      },
      start: pause.start,
      withdraw: (limit) =>
        withdrawTextsOlderThan(db, metrics, { seconds: 0, limit, reason: 'texts-stopped' }),
    },
    concurrency: settings.TEXT_CONCURRENCY,
  })
}

/** Pushes are held back by their rate and the kill switch: a push service that refuses our configuration is paused by itself. */
export const createPushSender = (deps: SenderDeps, { metrics, ...parts }: PushParts & Metered) =>
  createSender(deps, {
    channel: pushChannelOf(deps, parts),
    metrics,
    perSecond: deps.settings.PUSHES_PER_SECOND,
    stop: { isOn: async () => deps.settings.STOP_ALL_PUSHES },
    concurrency: deps.settings.PUSH_CONCURRENCY,
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

type SenderOptions<Message> = Pick<Calls<Message>, 'concurrency'> & {
  channel: Channel<Message>
  metrics: DeliveryMetrics
  /** The rate of all processes together. */
  perSecond?: number
  stop?: Stop
}

/** Sends the queue of one channel as soon as it is committed, and looks up deliveries in doubt. */
function createSender<Message>(
  { db, log, settings }: SenderDeps,
  { channel, metrics, perSecond, stop, concurrency }: SenderOptions<Message>,
) {
  return createProviderCalls<LeasedDelivery, Message, DeliveryAnswer, UnknownDelivery>({
    name: channel.name,
    provider: channel,
    wakeOn: DELIVERIES_CHANNEL,
    table: stoppable(deliveriesOf(db, metrics, channel.name, perSecond), stop),
    log,
    concurrency,
    ...timesOf(settings),
  })
}
