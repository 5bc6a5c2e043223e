import { z } from 'zod/mini'
import { rideQueue } from '../ride-queue.ts'
import { liveRide, liveStreamMessage } from './parks.ts'

/** The live board with all queues of its rides. */

export const liveRideWithQueues = z.extend(liveRide, {
  /** Queues beside standby, while the park is open: a queue of a closed park is no offer. Absent if there is none. */
  queues: z.optional(z.array(rideQueue)),
  /**
   * How long its newest breakdowns took, in minutes, while the ride is down (breakdown-words.ts); null for one that lasted until the closing. Absent with
   * fewer than five.
   */
  breakdownMinutes: z.optional(z.array(z.nullable(z.int()))),
  /** True while it is down and probably not back before the closing; absent otherwise. */
  probablyDone: z.optional(z.boolean()),
  /**
   * The usual wait in minutes half an hour after a reopening, while the ride runs again for less than that. Absent where fewer than five such waits are
   * known, and where the feed flaps.
   */
  waitAfterReopening: z.optional(z.int()),
})
export type LiveRideWithQueues = z.output<typeof liveRideWithQueues>

/** `GET /api/parks/:parkId/live` answers the array alone; when the feed was read and whether it is stale are headers. */
export const liveBoardWithQueues = z.array(liveRideWithQueues)

/** The message of the live stream as park-data sends it; `liveStreamMessage` is for a page that shows waits alone. */
export const liveStreamMessageWithQueues = z.extend(liveStreamMessage, { rides: liveBoardWithQueues })
export type LiveBoardMessage = z.output<typeof liveStreamMessageWithQueues>
