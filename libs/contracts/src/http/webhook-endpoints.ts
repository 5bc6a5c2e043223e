import { z } from 'zod/mini'
import { instant, toldKind } from '../values.ts'

/** Webhooks of an account, under `/api/notifications/webhook-endpoints`: its own alerts, posted to addresses of its own. */

/** Addresses that one account may have. */
export const MAX_WEBHOOK_ENDPOINTS = 3
export const MAX_WEBHOOK_URL_LENGTH = 500
/** The newest messages of an address that are listed. */
export const LISTED_WEBHOOK_MESSAGES = 20

/** `POST /webhook-endpoints`. Which addresses may be called notifier knows. */
export const newWebhookEndpoint = z.object({
  url: z.string().check(z.trim(), z.refine(URL.canParse), z.maxLength(MAX_WEBHOOK_URL_LENGTH)),
})
export type NewWebhookEndpoint = z.input<typeof newWebhookEndpoint>

/** Why nothing is posted to an address any more: it failed for days, or it answered 410. */
export const WEBHOOK_END_REASONS = ['failing', 'gone'] as const

export const webhookEndpoint = z.object({
  id: z.uuid(),
  url: z.string(),
  addedAt: instant,
  lastDeliveredAt: z.nullable(instant),
  /** The first failure since the last message that was delivered. */
  failingSince: z.nullable(instant),
  disabledAt: z.nullable(instant),
  disabledReason: z.nullable(z.enum(WEBHOOK_END_REASONS)),
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>

/** `GET /webhook-endpoints`, the oldest first. */
export const webhookEndpointList = z.object({ endpoints: z.array(webhookEndpoint) })
export type WebhookEndpointList = z.output<typeof webhookEndpointList>

/** The secret with which its messages are signed is answered this once. */
export const addedWebhookEndpoint = z.extend(webhookEndpoint, { secret: z.string() })
export type AddedWebhookEndpoint = z.output<typeof addedWebhookEndpoint>

export const WEBHOOK_TYPES = ['alert.ride', 'alert.table', 'alert.return-time', 'alert.fare', 'test'] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

export const WEBHOOK_STATES = ['waiting', 'delivered', 'failed'] as const

/** `GET /webhook-endpoints/:id/messages`, the newest first. */
export const webhookMessage = z.object({
  /** The header `webhook-id`, the same in each attempt. */
  id: z.uuid(),
  type: z.enum(WEBHOOK_TYPES),
  state: z.enum(WEBHOOK_STATES),
  attempts: z.int(),
  /** The result of the last attempt that failed: `http-500`, `network-econnrefused`, `timeout`, `address-refused`. */
  lastError: z.nullable(z.string()),
  createdAt: instant,
  /** Null once it has ended. */
  nextAttemptAt: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type WebhookMessage = z.output<typeof webhookMessage>
export const webhookMessageList = z.object({ messages: z.array(webhookMessage) })
export type WebhookMessageList = z.output<typeof webhookMessageList>

const head = { timestamp: instant }

/** The body of a webhook (Standard Webhooks). */
export const webhookPayload = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('alert.ride'),
    ...head,
    data: z.object({
      parkId: z.uuid(),
      parkName: z.string(),
      timezone: z.string(),
      observedAt: instant,
      /** The same rides are not alerted again before this. */
      nextAlertAt: instant,
      /** Shortest first. */
      rides: z.array(
        z.object({
          alertId: z.uuid(),
          kind: toldKind,
          rideId: z.uuid(),
          rideName: z.string(),
          waitMinutes: z.nullable(z.int()),
          thresholdMinutes: z.int(),
          usualMinutes: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  z.object({
    type: z.enum(['alert.table', 'alert.return-time', 'alert.fare']),
    ...head,
    data: z.object({ notificationId: z.uuid(), title: z.string(), text: z.string() }),
  }),
  z.object({ type: z.literal('test'), ...head, data: z.object({}) }),
])
export type WebhookPayload = z.output<typeof webhookPayload>
