import { z } from 'zod/mini'
import { feedId, instant, parkDate } from '../values.ts'

/** How long one waits for a ride at which hour, and how reliable it is, from the days that park-data has read. */

/** Posted waits in minutes: half of the time they were between `lowMinutes` and `highMinutes`. */
const spread = {
  hour: z.int(),
  days: z.int(),
  lowMinutes: z.int(),
  medianMinutes: z.int(),
  highMinutes: z.int(),
}
const hourSpread = z.object(spread)
export type HourSpread = z.output<typeof hourSpread>
const weekHour = z.object({ weekday: z.int(), ...spread })
export type WeekHour = z.output<typeof weekHour>

const twoHours = z.object({ startsAt: instant, endsAt: instant, usualMinutes: z.int() })

const bestOfDay = z.object({
  /** A day of the park's calendar: today or tomorrow. */
  date: parkDate,
  /** The park has no hours on this day, or has not published them. */
  isOpen: z.boolean(),
  /** The two hours in a row with the shortest usual wait that are not over; null if none is left or too little is known. */
  shortest: z.nullable(twoHours),
  longest: z.nullable(twoHours),
})
export type BestOfDay = z.output<typeof bestOfDay>

const breakdown = z.object({
  startsAt: instant,
  /** The closing, if the ride did not come back before it; null while it lasts. */
  endsAt: z.nullable(instant),
  cameBack: z.boolean(),
})

const statisticsDay = z.object({
  date: parkDate,
  /** The shortest posted wait, and the hour of the park's calendar in which it was posted first; null for a day without waits. */
  lowest: z.nullable(z.object({ waitMinutes: z.int(), hour: z.int() })),
  breakdowns: z.array(breakdown),
})
export type StatisticsDay = z.output<typeof statisticsDay>

/** `GET /api/parks/attractions/:rideId/statistics` */
export const rideStatistics = z.object({
  /** Another one than asked for, if the park has given the ride a new id. */
  rideId: feedId,
  name: z.string(),
  parkId: feedId,
  parkName: z.string(),
  timezone: z.string(),
  /** Days of the last five weeks on which waits were posted, and the first of them. */
  days: z.int(),
  firstDate: z.nullable(parkDate),
  /** The usual waits of 28 days by hour of the park's calendar, as the board says them. Hours of fewer than three days are left out. */
  weekday: z.array(hourSpread),
  weekend: z.array(hourSpread),
  /** The same by day of the week, 1 is Monday, of all days of the last five weeks. */
  week: z.array(weekHour),
  /** Today and tomorrow. */
  best: z.array(bestOfDay),
  reliability: z.object({
    /** The share of the time, 0 to 1, that it was down in open hours of the last five weeks; null without any. */
    downShare: z.nullable(z.number()),
    /** Breakdowns of the last 13 weeks; today's are not counted. */
    breakdowns: z.int(),
    /** The median length; null with fewer than five breakdowns. */
    typicalMinutes: z.nullable(z.int()),
    /** The time in which it was back at least 8 of 10 times; null if it was not, or with fewer than five breakdowns. */
    backWithin: z.nullable(z.object({ minutes: z.int(), share: z.number() })),
    /** The median wait half an hour after it was back; absent with fewer than five such waits. */
    afterReopening: z.optional(z.object({ waitMinutes: z.int(), reopenings: z.int() })),
  }),
  /** The last seven days, today being the last. */
  lastDays: z.array(statisticsDay),
  /** The minutes by which the usual wait missed the posted waits of the last seven days, beside two simple rules. Null without a comparison. */
  score: z.nullable(
    z.object({
      hours: z.int(),
      usualError: z.number(),
      dayBeforeError: z.number(),
      weekdayMeanError: z.number(),
    }),
  ),
})
export type RideStatistics = z.output<typeof rideStatistics>

/** `GET /api/parks/:parkId/best-times`: the rides that are wanted most, at most ten, the most wanted first */
export const parkBestTimes = z.object({
  parkId: feedId,
  timezone: z.string(),
  /** Today and tomorrow. */
  days: z.array(
    z.object({
      date: parkDate,
      isOpen: z.boolean(),
      rides: z.array(
        z.object({
          rideId: feedId,
          name: z.string(),
          shortest: z.nullable(twoHours),
          longest: z.nullable(twoHours),
        }),
      ),
    }),
  ),
  /** The mean of the usual waits of these rides at each hour of a day like today. Hours in which fewer than half of them have one are left out. */
  usual: z.array(z.object({ hour: z.int(), medianMinutes: z.int() })),
})
export type ParkBestTimes = z.output<typeof parkBestTimes>
