import { z } from 'zod/mini'
import { feedId, geoPoint, instant, parkDate, rideStatus } from '../values.ts'

/** park-data's API, under `/api/parks`. */

export const parkSummary = z.object({ id: feedId, name: z.string(), timezone: z.string() })

export const destinationView = z.object({
  id: feedId,
  name: z.string(),
  slug: z.nullable(z.string()),
  parks: z.array(parkSummary),
})
export type DestinationView = z.output<typeof destinationView>

/** `GET /api/parks/destinations`, popular ones first. */
export const destinationList = z.array(destinationView)

export const openingHours = z.object({
  type: z.enum(['OPERATING', 'TICKETED_EVENT', 'EXTRA_HOURS']),
  opensAt: instant,
  closesAt: instant,
})

/** A restaurant or a show that the feed lists. */
export const parkPlace = z.object({
  id: feedId,
  name: z.string(),
  /** The feed's own, which need not be the park operator's. */
  slug: z.nullable(z.string()),
  location: z.nullable(geoPoint),
})
export type ParkPlace = z.output<typeof parkPlace>

/** `GET /api/parks/:parkId` */
export const parkView = z.object({
  id: feedId,
  name: z.string(),
  destinationId: feedId,
  destinationName: z.string(),
  timezone: z.string(),
  /** Today in the park; its day begins at 4 am. */
  date: parkDate,
  hours: z.array(openingHours),
  /** By its hours, or by rides whose waits move where the hours are missing or say closed. */
  isOpen: z.boolean(),
  /** False if neither hours nor rides ever showed the park open: it makes no alert. Absent in answers of an earlier release. */
  mayAlert: z.optional(z.boolean()),
  /** By name, as `shows`; without those that the feed has stopped listing. */
  restaurants: z.array(parkPlace),
  shows: z.array(parkPlace),
})
export type ParkView = z.output<typeof parkView>

/** The longest word of the feed for a status that is passed on. */
export const MAX_RAW_STATUS = 40

/** One ride on the board. */
export const liveRide = z.object({
  rideId: feedId,
  name: z.string(),
  status: rideStatus,
  /** False for a ride in refurbishment, which is shown and not counted; absent otherwise. */
  isRide: z.optional(z.boolean()),
  /** The feed's own word, where `status` is UNKNOWN and the feed has one. */
  rawStatus: z.optional(z.string().check(z.maxLength(MAX_RAW_STATUS))),
  /** Null is no reading: "No data". 0 is "Walk on". */
  waitMinutes: z.nullable(z.int()),
  /** When the posted wait last changed upstream. */
  changedAt: z.nullable(instant),
  /** The wait posted before the present one, where it changed in the last ten minutes. */
  previousWaitMinutes: z.nullable(z.int()),
  usualMinutes: z.nullable(z.int()),
  /** Posted waits of today as steps, oldest first: `[minutes since the park's day began, wait]`; wait null is a gap. */
  today: z.array(z.tuple([z.int(), z.nullable(z.int())])),
  /** How popular the ride is, from its usual waits; the highest number is the most popular. */
  popularity: z.number(),
})
export type LiveRide = z.output<typeof liveRide>

/** The board for a page that shows waits alone. The one with queues is in live-queues.ts, outside the first load of the web app. */
export const liveBoard = z.array(liveRide)

/** One message of `GET /api/parks/:parkId/live/stream`: `event: board`, then `event: rides` with what changed. */
export const liveStreamMessage = z.object({
  parkId: feedId,
  /** When park-data last read the feed, whether or not it had changed. */
  readAt: instant,
  /** The feed has shown no change in this park for 30 minutes. */
  isStale: z.boolean(),
  rides: z.array(liveRide),
})
export type LiveStreamMessage = z.output<typeof liveStreamMessage>

/** The header of the board that says when the feed was last read, an ISO instant. */
export const READ_AT_HEADER = 'x-walkon-read-at'
export const STALE_HEADER = 'x-walkon-stale'

const usualHours = z.array(z.object({ hour: z.int(), medianMinutes: z.nullable(z.int()) }))

/** The part of `rideUsualWaits` (usual-waits.ts) that the chart of a day is drawn from: the first page loads no more of it. */
export const usualDay = z.object({ weekday: usualHours, weekend: usualHours })
