import { z } from 'zod/mini'
import { instant, parkDate, rideStatus, feedId } from '../values.ts'
import { openingHours, parkPlace } from './parks.ts'

/** A park's days: its shows and its hours. */

/** When the feed was read and whether its readings count, for entries that are no ride. */
export const placeReadings = {
  parkId: feedId,
  /** Null if the park was never read. */
  readAt: z.nullable(instant),
  isOpen: z.boolean(),
  isStale: z.boolean(),
}

export const showtime = z.object({
  /** In the feed's words, such as "Performance Time". */
  type: z.string(),
  startsAt: instant,
  /** Null if the feed gives no later end. */
  endsAt: z.nullable(instant),
})
export type Showtime = z.output<typeof showtime>

/** `GET /api/parks/:parkId/shows`, by name */
export const parkShows = z.object({
  ...placeReadings,
  shows: z.array(
    z.extend(parkPlace, {
      status: rideStatus,
      /** The posted wait of a meeting with characters; null is no reading. */
      waitMinutes: z.nullable(z.int()),
      /** Times of the park's day and later ones, including those that have begun. */
      times: z.array(showtime),
      /** The first time that has not begun. */
      nextStartsAt: z.nullable(instant),
    }),
  ),
})
export type ParkShows = z.output<typeof parkShows>

/** How many days `GET /api/parks/:parkId/hours` answers, today among them. */
export const DAYS_OF_HOURS = 7

/** `GET /api/parks/:parkId/hours` */
export const parkHours = z.object({
  parkId: feedId,
  timezone: z.string(),
  /** Today in the park and the days after it. A day without hours is closed if a later day has some, and not published yet otherwise. */
  days: z.array(z.object({ date: parkDate, hours: z.array(openingHours) })),
})
export type ParkHours = z.output<typeof parkHours>
