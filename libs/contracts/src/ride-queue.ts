import { z } from 'zod/mini'
import { instant } from './values.ts'

/** Apart from values.ts, so that the first load of the web app has no queues. */

/** A queue of a ride beside standby, in the feed's words. `UNKNOWN` is a kind that we do not know. */
const rideQueueKind = z.enum([
  'SINGLE_RIDER',
  'RETURN_TIME',
  'PAID_RETURN_TIME',
  'BOARDING_GROUP',
  'PAID_STANDBY',
  'UNKNOWN',
])

/** The first three are of return times, `AVAILABLE`, `PAUSED` and `CLOSED` of boarding groups. `UNKNOWN` is never taken for available. */
export const queueState = z.enum(['AVAILABLE', 'TEMP_FULL', 'FINISHED', 'PAUSED', 'CLOSED', 'UNKNOWN'])
export type QueueState = z.output<typeof queueState>

/** A queue as the feed shows it. A field is absent where the feed gives no such value. */
export const rideQueue = z.object({
  kind: rideQueueKind,
  /** The feed's name of a kind that we do not know. */
  name: z.optional(z.string()),
  /** Set for return times and boarding groups. */
  state: z.optional(queueState),
  /** Posted minutes of single rider and paid standby; the estimate of a boarding group. */
  waitMinutes: z.optional(z.int()),
  /** When the return times that are offered now begin, and when they end. Many parks give no end, some give neither. */
  startsAt: z.optional(instant),
  endsAt: z.optional(instant),
  /**
   * Set for a paid return time; it says nothing about availability. The amount is in the currency's smallest unit (JPY has no other); null
   * means that no price is published, 0 that it is free.
   */
  price: z.optional(z.object({ amount: z.nullable(z.int()), currency: z.string() })),
  /** The boarding groups that are called now. */
  firstGroup: z.optional(z.int()),
  lastGroup: z.optional(z.int()),
  nextAllocationAt: z.optional(instant),
})
export type RideQueue = z.output<typeof rideQueue>
