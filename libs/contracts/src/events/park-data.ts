import { z } from 'zod'
import { defineEvent } from '../event.ts'
import {
  feedId,
  geoPoint,
  instant,
  MAX_THRESHOLD_MINUTES,
  MIN_THRESHOLD_MINUTES,
  rideStatus,
  timezoneName,
  walkUpTable,
} from '../values.ts'
import { rideQueue } from '../ride-queue.ts'

/** Facts published by park-data. */

/** A restaurant or a show of a park, as the feed lists it. */
const place = {
  name: z.string(),
  /** The feed's own, which need not be the park operator's; null where the feed has none. */
  slug: z.string().nullable(),
  /** True if the feed has stopped listing it. */
  retired: z.boolean(),
  /** Absent where the feed gives none. */
  location: z.optional(geoPoint),
}

export const parkCatalogChanged = defineEvent({
  type: 'ParkCatalogChanged',
  summary:
    'A park, its time zone, or one of its attractions, restaurants or shows is new or changed. Carries the whole of it, so that the newest is enough.',
  topic: 'park-data.catalog',
  publisher: 'park-data',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    name: z.string(),
    destinationId: feedId,
    destinationName: z.string(),
    timezone: timezoneName,
    /** True if the feed has stopped listing the park. */
    retired: z.boolean(),
    attractions: z.array(
      z.object({
        rideId: feedId,
        name: z.string(),
        retired: z.boolean(),
        /** False for an attraction that posts no waits, and for one in refurbishment. Absent in events of an earlier release. */
        isRide: z.optional(z.boolean()),
        /** The ride that has the place of a retired one: the same ride under another id. Data of the old id go along. */
        replacedBy: z.optional(feedId),
      }),
    ),
    /** Absent in events of an earlier release, as `shows`. */
    restaurants: z.array(z.object({ restaurantId: feedId, ...place })).optional(),
    shows: z.array(z.object({ showId: feedId, ...place })).optional(),
  }),
})

/** One ride as one poll read it. */
export const rideReading = z.object({
  rideId: feedId,
  name: z.string(),
  status: rideStatus,
  /** The status in the poll before; absent where it was the same. */
  previousStatus: z.optional(rideStatus),
  /**
   * True if a ride that was DOWN runs again after fewer than two polls, or for the third time within the hour. The feed flaps, and no
   * visitor gets a reopening alert. Absent otherwise.
   */
  isFlap: z.optional(z.boolean()),
  /**
   * True while the ride is DOWN and probably not back before the park's present opening ends, by its own breakdowns of 13 weeks. Absent otherwise, and in
   * events of an earlier release.
   */
  isProbablyDone: z.optional(z.boolean()),
  /** False for an attraction that posts no waits, and for one in refurbishment; absent otherwise. */
  isRide: z.optional(z.boolean()),
  /** Posted standby wait in minutes; null is no reading, which never alerts. */
  waitMinutes: z.int().min(0).max(300).nullable(),
  /** When the feed last changed the row; null if the feed does not say. */
  changedAt: z.nullable(instant),
  /** Usual wait of this ride at this hour of this weekday, once enough was observed. */
  usualMinutes: z.int().nullable(),
  /** How wanted the ride is, from its usual waits: the higher, the more wanted. Absent in events of an earlier release. */
  popularity: z.number().optional(),
  /** Queues beside standby, while the park is open: a queue of a closed park is no offer. Absent if there is none. */
  queues: z.array(rideQueue).optional(),
})
export type RideReading = z.output<typeof rideReading>

/**
 * Alerts are judged by the level of a wait, so a lost poll delays an alert and never loses it. The event's id is
 * uuidv5(park, instant): the same for the same poll, however often it is published.
 */
export const waitTimeObserved = defineEvent({
  type: 'WaitTimeObserved',
  summary: 'One poll of one park, published whether anything changed or not.',
  topic: 'park-data.wait-times',
  publisher: 'park-data',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    /** When park-data read the feed. */
    observedAt: instant,
    /**
     * Inside the park's own hours of today (OPERATING, TICKETED_EVENT or EXTRA_HOURS). If these are missing or over: at least three rides
     * show a positive wait that changed within 20 minutes.
     */
    parkOpen: z.boolean(),
    /** False for a baseline after a gap and for a stale park: shown, never alerted on. */
    trusted: z.boolean(),
    /** Every attraction with a row in the feed's answer. */
    rides: z.array(rideReading).min(1),
    /** The walk-up tables that restaurants offer now, while the park is open. A restaurant without any is left out. */
    tables: z
      .array(z.object({ restaurantId: feedId, name: z.string(), tables: z.array(walkUpTable).min(1) }))
      .optional(),
    /** The restaurants that say CLOSED or REFURBISHMENT while the park is open. Absent where none does. */
    shutRestaurantIds: z.array(feedId).min(1).optional(),
  }),
})

export const rideStatusChanged = defineEvent({
  type: 'RideStatusChanged',
  summary: 'The status of a ride differs from what the poll before read.',
  topic: 'park-data.wait-times',
  publisher: 'park-data',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    rideId: feedId,
    rideName: z.string(),
    from: rideStatus,
    to: rideStatus,
    waitMinutes: z.int().min(0).max(300).nullable(),
    observedAt: instant,
    parkOpen: z.boolean(),
    trusted: z.boolean(),
  }),
})

/** Minutes by hour of the park's calendar, from 0 to 23; null where the hour has too little history. */
const limitsByHour = z
  .array(z.int().min(MIN_THRESHOLD_MINUTES).max(MAX_THRESHOLD_MINUTES).nullable())
  .length(24)

export const rideLimitsFitted = defineEvent({
  type: 'RideLimitsFitted',
  summary:
    'The waits that are short for the rides of a park, by hour, on weekdays and weekends, and how long each usually is. Published daily with all rides, so that the newest is enough.',
  topic: 'park-data.limits',
  publisher: 'park-data',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    fittedAt: instant,
    rides: z
      .array(
        z.object({
          rideId: feedId,
          weekday: limitsByHour,
          weekend: limitsByHour,
          /**
           * The median posted wait of the last 28 days on which the park was open. At or below a visitor's mark, the ride does not count
           * for the guarantee. Null with fewer than 7 days of history; absent in events of an earlier release.
           */
          medianMinutes: z.int().min(0).max(300).nullable().optional(),
        }),
      )
      .min(1),
  }),
})
