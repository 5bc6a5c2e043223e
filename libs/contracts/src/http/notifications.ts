import { z } from 'zod'
import { alertKind } from '../events/alerts.ts'
import { channel, feedId, instant } from '../values.ts'

/** notifier's API, under `/api/notifications`. */

/** The list shows at most ten entries of the last 24 hours (core, section 9). */
export const HISTORY_LIMIT = 10
export const HISTORY_HOURS = 24

/** The documents' alert_history: one entry a ride, newest first. */
export const historyEntry = z.object({
  alertId: z.uuid(),
  kind: alertKind,
  parkId: feedId,
  parkName: z.string(),
  rideId: feedId,
  rideName: z.string(),
  waitMinutes: z.int().nullable(),
  channel,
  /** What became of the message. */
  state: z.enum([
    'queued',
    'sending',
    'unknown',
    'accepted',
    'delivered',
    'bounced',
    'failed',
    'expired',
    'suppressed',
  ]),
  message: z.string(),
  createdAt: instant,
})
export type HistoryEntry = z.output<typeof historyEntry>

export const historyList = z.array(historyEntry)
