import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { feedId, instant, rideStatus } from '../values.ts'

/** Facts published by park-data. */

/** A park, its attractions or its time zone are new or changed; the whole of it, so that the newest is enough. */
export const parkCatalogChanged = defineEvent({
  type: 'ParkCatalogChanged',
  topic: 'park-data.catalog',
  publisher: 'park-data',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    name: z.string(),
    destinationId: feedId,
    destinationName: z.string(),
    /** IANA name. */
    timezone: z.string(),
    /** Upstream lists the park no more. */
    retired: z.boolean(),
    attractions: z.array(
      z.object({
        rideId: feedId,
        name: z.string(),
        retired: z.boolean(),
      }),
    ),
  }),
})

/** One ride as one poll read it. */
export const rideReading = z.object({
  rideId: feedId,
  name: z.string(),
  status: rideStatus,
  /** What the poll before read, where that was another status; absent where it was the same. */
  previousStatus: rideStatus.optional(),
  /** Posted standby wait in minutes; null is no reading, which never alerts. */
  waitMinutes: z.int().min(0).max(300).nullable(),
  /** When the row last changed upstream; null if upstream does not say. */
  changedAt: instant.nullable(),
  /** Usual wait of this ride at this hour of this weekday, once enough was observed. */
  usualMinutes: z.int().nullable(),
  /** How wanted the ride is, from its usual waits: the higher, the more wanted. Absent in events of an earlier release. */
  popularity: z.number().optional(),
})
export type RideReading = z.output<typeof rideReading>

/**
 * One poll of one park. Published for every park at every poll, changed or not: alerts are judged by the level of a
 * wait, so a lost poll delays an alert and never loses it. The event's id is uuidv5(park, instant): the same for the
 * same poll, however often it is published.
 */
export const waitTimeObserved = defineEvent({
  type: 'WaitTimeObserved',
  topic: 'park-data.wait-times',
  publisher: 'park-data',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    /** When we read it. */
    observedAt: instant,
    /** Inside the park's own hours of today (OPERATING, TICKETED_EVENT or EXTRA_HOURS). */
    parkOpen: z.boolean(),
    /** False for a baseline after a gap and for a stale park: shown, never alerted on. */
    trusted: z.boolean(),
    /** Every attraction of which the answer had a row. */
    rides: z.array(rideReading).min(1),
  }),
})

/** A ride's status is not what the poll before read. */
export const rideStatusChanged = defineEvent({
  type: 'RideStatusChanged',
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
