import { toPauseMs } from '@walkon/service/provider-client'
import webPush from 'web-push'
import type { DeliveryAnswer } from '../channels/channel.ts'
import type { PushDevice } from '../db/push/devices.ts'
import { toPushService } from '../domain/push-endpoint.ts'
import { CERTAINLY_NOT_SENT, toFaultCode, toNetworkReason } from './network-faults.ts'
import type { PushServices } from './push-services.ts'

/** Push services (RFC 8030): their wire and what their answers mean to us. The SDK encrypts and signs. */

export type VapidKeys = { publicKey: string; privateKey: string }

export type Push = {
  device: PushDevice
  /** The device's owner, as far as telling visitors apart needs it. */
  owner: string
  /** JSON, a little less than 4 kB at most. */
  payload: string
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number
  /** A later push with the same topic replaces one that was not shown yet. */
  topic: string
}

export type WebPushOptions = {
  vapidKeys: () => Promise<VapidKeys>
  /** Our contact for push services: `https:` or `mailto:`. */
  subject: string
  services: PushServices
  /** Origins in addition to those of the known push services. */
  testOrigins: string[]
  timeoutSeconds: number
  now: () => Date
}

export type WebPush = ReturnType<typeof createWebPush>

export function createWebPush({
  vapidKeys,
  subject,
  services,
  testOrigins,
  timeoutSeconds,
  now,
}: WebPushOptions) {
  return {
    /** Never rejects for an answer or a fault of the network: that is an answer too. */
    async send({ device, owner, payload, ttlSeconds, topic }: Push): Promise<DeliveryAnswer> {
      const service = toPushService(device.endpoint, testOrigins)
      if (!service) return refused('push-endpoint-refused')
      if (services.isPaused(service)) return refused('push-service-paused')
      const subscription = {
        endpoint: device.endpoint,
        keys: { p256dh: device.p256dh, auth: device.auth },
      }
      const { headers, body } = webPush.generateRequestDetails(subscription, payload, {
        vapidDetails: { subject, ...(await vapidKeys()) },
        TTL: ttlSeconds,
        topic,
        urgency: 'high',
      })
      try {
        const response = await fetch(device.endpoint, {
          method: 'POST',
          headers: withoutLength(headers),
          body: new Uint8Array(body),
          // A redirect leads to another server, which the allow-list has not checked.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutSeconds * 1_000),
        })
        // Not read: a push service has nothing to say in a body, and another server could say it for ever.
        await response.body?.cancel()
        return toAnswer(response, { services, service, owner, isProven: device.isProven, topic, now: now() })
      } catch (error) {
        const code = toFaultCode(error)
        return { kind: CERTAINLY_NOT_SENT.has(code) ? 'retry' : 'unclear', reason: toNetworkReason(code) }
      }
    },
  }
}

/** `fetch` counts by itself. */
function withoutLength(headers: Record<string, string | number>): Record<string, string> {
  const { 'Content-Length': _, ...others } = headers
  return Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
}

type Called = {
  services: PushServices
  service: string
  owner: string
  isProven: boolean
  topic: string
  now: Date
}

function toAnswer(
  { status, headers }: Response,
  { services, service, owner, isProven, topic, now }: Called,
): DeliveryAnswer {
  const reason = `push-${status}`
  if (status >= 200 && status < 300) {
    services.noteAccepted(service)
    return { kind: 'accepted', providerId: topic }
  }
  switch (status) {
    case 404:
    case 410:
      return refused(reason, { isGone: true })
    case 400:
    case 401:
    case 403:
      // One device: it was made with another key than ours. Many: our key, subject or clock is wrong.
      return refused(reason, { isOurFault: services.noteRefused(service, { owner, isProven }) })
    case 408:
      return { kind: 'unclear', reason }
    case 429:
      return {
        kind: 'retry',
        reason,
        afterSeconds: toPauseMs(headers.get('retry-after'), now, PAUSES) / 1_000,
      }
    default:
      return status >= 500 ? { kind: 'unclear', reason } : refused(reason)
  }
}

const refused = (reason: string, { isGone = false, isOurFault = false } = {}): DeliveryAnswer => ({
  kind: 'refused',
  reason,
  isGone,
  isOurFault,
})

/** Our own waits between attempts stand beside it. */
const PAUSES = { defaultMs: 0, leastMs: 0, longestMs: 24 * 3_600_000 }
