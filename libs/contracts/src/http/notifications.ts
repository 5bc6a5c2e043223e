import { z } from 'zod/mini'
import { toldKind, channel, feedId, instant } from '../values.ts'

/** notifier's API, under `/api/notifications`. */

/** The list shows at most ten entries of the last 24 hours (core, section 9). */
export const HISTORY_LIMIT = 10
export const HISTORY_HOURS = 24

/**
 * The states of a delivery. `sending` is written before the provider is called, so that a crash leaves a trace of the
 * attempt. `unknown` means that the provider may have the message; a delivery leaves it only by an answer of the provider.
 */
export const DELIVERY_STATES = [
  'queued',
  'sending',
  'unknown',
  'accepted',
  'delivered',
  'bounced',
  'failed',
  'expired',
  'suppressed',
] as const

export const deliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.output<typeof deliveryState>

/** An entry of a visitor's alert history: one for each ride of an alert, newest first. */
export const historyEntry = z.object({
  alertId: z.uuid(),
  kind: toldKind,
  parkId: feedId,
  parkName: z.string(),
  rideId: feedId,
  rideName: z.string(),
  waitMinutes: z.nullable(z.int()),
  channel,
  /** The state of the message's delivery. */
  state: deliveryState,
  /** Why it did not arrive, as a stable code: `hard-bounce`, `unsubscribed`, `twilio-30003`. Null where it did, or may yet. */
  reason: z.nullable(z.string()),
  message: z.string(),
  createdAt: instant,
})
export type HistoryEntry = z.output<typeof historyEntry>

export const historyList = z.array(historyEntry)
