import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { countedMails } from '@walkon/runtime/counted-mails'
export { erasedUsers } from '@walkon/runtime/erased-users'
export { requestedLetters } from '@walkon/runtime/requested-letters'
export { roleHolders } from '@walkon/runtime/role-holders'
export { scheduledRuns } from '@walkon/runtime/scheduled-jobs'
export { signingKeys } from '@walkon/runtime/signing-keys'

// The catalogue of park-data, projected. Entities that the feed no longer lists stay as retired: rows of visitors name it.

export const parks = pgTable('parks', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  destinationId: uuid().notNull(),
  destinationName: text().notNull(),
  /** IANA. */
  timezone: text().notNull(),
  retired: boolean().notNull(),
})

/** Until when alerts and preferences watch a park, as park-data was last told. */
export const watchedParks = pgTable('watched_parks', {
  parkId: uuid().primaryKey(),
  watchedUntil: timestamp({ withTimezone: true }).notNull(),
})

export const rides = pgTable(
  'rides',
  {
    id: uuid().primaryKey(),
    parkId: uuid().notNull(),
    name: text().notNull(),
    retired: boolean().notNull(),
    /** False for an attraction that posts no waits, and for one in refurbishment: park-data decides it. */
    isRide: boolean().notNull().default(true),
  },
  ({ parkId, name, id }) => [index('rides_of_park').on(parkId, name, id)],
)

export const restaurants = pgTable(
  'restaurants',
  {
    id: uuid().primaryKey(),
    parkId: uuid().notNull(),
    name: text().notNull(),
    /** The feed's own, which need not be the park operator's; null where the feed has none. */
    slug: text(),
    /** Degrees north and east (WGS 84); null where the feed gives no place. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    retired: boolean().notNull(),
    /** True if it said CLOSED or REFURBISHMENT in the newest poll of an open park. */
    isShut: boolean().notNull().default(false),
  },
  ({ parkId, name, id }) => [index('restaurants_of_park').on(parkId, name, id)],
)
export {
  laneAccounts,
  laneBookings,
  laneDays,
  laneInvitations,
  lanePreferences,
  laneReadings,
  quietTimes,
} from './lanes/lane-tables.ts'

export {
  providerTurns,
  reservableRestaurants,
  restaurantAlertDays,
  restaurantAlerts,
  tableChecks,
  tableOpenings,
  tableTellings,
  walkUpLists,
} from './restaurants/restaurant-schema.ts'
/** The rides that visitors want to do: one row of each user, park and ride. */
export const checklistRides = pgTable(
  'checklist_rides',
  {
    userId: uuid().notNull(),
    parkId: uuid().notNull(),
    rideId: uuid().notNull(),
    /** A removed ride stays until no older change can arrive. */
    isListed: boolean().notNull(),
    /** When the visitor made the change that `is_listed` is from. */
    listChangedAt: timestamp({ withTimezone: true }).notNull(),
    completedAt: timestamp({ withTimezone: true }),
    /** When the visitor made the change that `completed_at` is from. */
    tickChangedAt: timestamp({ withTimezone: true }).notNull(),
  },
  ({ userId, parkId, rideId, listChangedAt, isListed }) => [
    primaryKey({ columns: [userId, parkId, rideId] }),
    index('checklist_rides_removed').on(listChangedAt).where(sql`not ${isListed}`),
  ],
)
