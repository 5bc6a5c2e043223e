import { z } from 'zod/mini'
import { feedId, instant } from '../values.ts'

/** The usual posted waits of rides, from the days of the last two years that park-data has read. */

/** A ride's posted waits at one hour of the park's calendar, on weekdays or on weekends. */
const usualHour = z.object({
  hour: z.int(),
  /** Days on which waits were posted in this hour. */
  days: z.int(),
  /** The median of the last 28 days, as on the board; null with fewer than three days. */
  medianMinutes: z.nullable(z.int()),
  /** The limit that fits the ride at this hour; null under 14 days of the hour. */
  shortMinutes: z.nullable(z.int()),
  /** The share of the time, 0 to 1, at which the posted wait was at or below 5, 10, … 120 minutes. Empty without waits. */
  shares: z.array(z.number()),
  /** The share of the time, 0 to 1, that the ride was down while it should have run. */
  downShare: z.nullable(z.number()),
})

/** `GET /api/parks/attractions/:rideId/usual` */
export const rideUsualWaits = z.object({
  rideId: feedId,
  name: z.string(),
  parkId: feedId,
  timezone: z.string(),
  /** At this hour, as the board says. */
  usualMinutes: z.nullable(z.int()),
  weekday: z.array(usualHour),
  weekend: z.array(usualHour),
  /** How many times the ride went down, by length; null is longer than the others. */
  downtimes: z.array(z.object({ upToMinutes: z.nullable(z.int()), times: z.int() })),
  /** The park's own of today and later; empty for most parks. */
  forecast: z.array(z.object({ at: instant, waitMinutes: z.int() })),
})
export type RideUsualWaits = z.output<typeof rideUsualWaits>

const usualShares = z.object({
  /** The days of the hour that has the most. */
  days: z.int(),
  /** The share of the time, 0 to 1, at which the posted wait was at or below 5, 10, … 120 minutes. Empty without waits. */
  shares: z.array(z.number()),
  /** The hour of the park's calendar at which it was so low most often, one for each share; null where it never was. */
  bestHours: z.array(z.nullable(z.int())),
})
export type UsualShares = z.output<typeof usualShares>

/** `GET /api/parks/:parkId/usual`: how short each ride gets, over all hours of a day */
export const parkUsualWaits = z.object({
  parkId: feedId,
  timezone: z.string(),
  /** Rides with statistics. */
  rides: z.array(
    z.object({
      rideId: feedId,
      weekday: usualShares,
      weekend: usualShares,
      /** The median posted wait that the guarantee looks at: of the last 28 days of opening. Null with fewer than 7; absent in answers of an earlier release. */
      medianMinutes: z.optional(z.nullable(z.int())),
      /**
       * The lowest posted wait above 0 on each of the park's newest opening days, in five-minute steps, at most seven and the oldest first.
       * Null on a day without one. Absent in answers of an earlier release.
       */
      lows: z.optional(z.array(z.nullable(z.int()))),
    }),
  ),
})
export type ParkUsualWaits = z.output<typeof parkUsualWaits>
