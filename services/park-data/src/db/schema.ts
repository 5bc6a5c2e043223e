import type { Showtime } from '@walkon/contracts/http/park-day'
import type { RideQueue } from '@walkon/contracts/ride-queue'
import { rideStatus, type WalkUpTable } from '@walkon/contracts/values'
import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { PLACE_KINDS } from '../domain/catalogue.ts'
import type { Forecast } from '../domain/live-row.ts'
import { OPENING_TYPES } from '../domain/opening-hours.ts'
import { QUEUE_KINDS } from '../domain/queue-kind.ts'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { leaderTerms } from '@walkon/runtime/leader'
export { roleHolders } from '@walkon/runtime/role-holders'
export { scheduledRuns } from '@walkon/runtime/scheduled-jobs'
export { signingKeys } from '@walkon/runtime/signing-keys'

export {
  historyImports,
  hourlyWaits,
  observations,
  rideBreakdowns,
  rideHours,
  statisticsBuilds,
} from './history-tables.ts'

const instant = () => timestamp({ withTimezone: true })

export const destinations = pgTable('destinations', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  slug: text(),
  retired: boolean().notNull().default(false),
})

export const parks = pgTable(
  'parks',
  {
    id: uuid().primaryKey(),
    destinationId: uuid().notNull(),
    name: text().notNull(),
    /** Null until its attractions are read for the first time. Until then the park is not shown. */
    timezone: text(),
    retired: boolean().notNull().default(false),
    attractionsReadAt: instant(),
    hoursReadAt: instant(),
  },
  (table) => [index('parks_destination').on(table.destinationId)],
)

export const attractions = pgTable(
  'attractions',
  {
    id: uuid().primaryKey(),
    parkId: uuid().notNull(),
    name: text().notNull(),
    retired: boolean().notNull().default(false),
    /** True for a ride by `domain/ride-rule.ts`, until it is in refurbishment. True in rows from before the column, until they are judged. */
    postsWaits: boolean().notNull().default(true),
    /** The ride that has its place since upstream gave it another id. */
    replacedBy: uuid(),
  },
  (table) => [index('attractions_park').on(table.parkId)],
)

/** The restaurants and shows of each park. */
export const places = pgTable(
  'places',
  {
    id: uuid().primaryKey(),
    parkId: uuid().notNull(),
    kind: text({ enum: PLACE_KINDS }).notNull(),
    name: text().notNull(),
    slug: text(),
    /** Degrees; both are null where the feed gives no location. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    retired: boolean().notNull().default(false),
  },
  (table) => [...enumChecks(table), index('places_park').on(table.parkId)],
)

export const openingHours = pgTable(
  'opening_hours',
  {
    parkId: uuid().notNull(),
    /** The park day; its hours may end after midnight. */
    date: date({ mode: 'string' }).notNull(),
    type: text({ enum: OPENING_TYPES }).notNull(),
    opensAt: instant().notNull(),
    closesAt: instant().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({ columns: [table.parkId, table.date, table.opensAt, table.type] }),
  ],
)

/** The last reading of each park. */
export const parkReadings = pgTable('park_readings', {
  parkId: uuid().primaryKey(),
  readAt: instant().notNull(),
  /** When one of its rows last changed. */
  rowChangedAt: instant().notNull(),
  /** True if the answer after that had no row of the park. */
  wasEmpty: boolean().notNull(),
  /** The last reading by which its rides alone showed the park to be open: outside its hours, or without any. */
  openByRidesAt: instant(),
  /** The last reading that was trusted; null in rows of an earlier release. */
  trustedAt: instant(),
})

/** Times in which an open park had no trusted reading for ten minutes and longer. */
export const outages = pgTable(
  'outages',
  {
    parkId: uuid().notNull(),
    startsAt: instant().notNull(),
    /** The next trusted reading, or the closing before it. */
    endsAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parkId, table.startsAt] }),
    index('outages_by_end').on(table.endsAt),
  ],
)

/** Since when outages are recorded: one row. */
export const outageRecords = pgTable('outage_records', {
  id: integer().primaryKey(),
  since: instant().notNull(),
})

/** The last reading of each ride; the live board can be rebuilt from it. */
export const rideStates = pgTable(
  'ride_states',
  {
    rideId: uuid().primaryKey(),
    parkId: uuid().notNull(),
    status: text({ enum: valuesOf(rideStatus) }).notNull(),
    /** The feed's own word where the status is UNKNOWN. */
    rawStatus: text(),
    waitMinutes: smallint(),
    changedAt: instant(),
    queueKind: text({ enum: QUEUE_KINDS }).notNull(),
    isAbsent: boolean().notNull(),
    previousWaitMinutes: smallint(),
    waitSince: instant().notNull(),
    seenAt: instant().notNull(),
    /** Beside standby; null if there is none. */
    queues: jsonb().$type<RideQueue[]>(),
    /** Polls in a row that read it as DOWN, up to two. */
    downPolls: smallint().notNull().default(0),
    /** When it ran again after being DOWN, of the last hour. */
    reopenedAt: jsonb().$type<string[]>().notNull().default([]),
  },
  (table) => [...enumChecks(table), index('ride_states_park').on(table.parkId)],
)

/** The park's own forecast of each ride, as far as the feed has one. Apart from the states, because it changes once a day. */
export const rideForecasts = pgTable('ride_forecasts', {
  rideId: uuid().primaryKey(),
  forecast: jsonb().$type<Forecast>().notNull(),
})

/** The last reading of each restaurant and show. */
export const placeStates = pgTable(
  'place_states',
  {
    placeId: uuid().primaryKey(),
    status: text({ enum: valuesOf(rideStatus) }).notNull(),
    waitMinutes: smallint(),
    tables: jsonb().$type<WalkUpTable[]>().notNull(),
    times: jsonb().$type<Showtime[]>().notNull(),
    tablesSeenAt: instant(),
    seenAt: instant().notNull(),
  },
  (table) => enumChecks(table),
)

/** A projection of the passes: which parks have one, and when. Their destinations are polled every minute. */
export const passWindows = pgTable(
  'pass_windows',
  {
    passId: uuid().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    parkId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.passId, table.startsAt, table.endsAt] }),
    index('pass_windows_end').on(table.endsAt),
  ],
)

/** A projection of what plans have watched: the parks of subscriptions that a plan covers. Their destinations are polled every minute. */
export const planParks = pgTable(
  'plan_parks',
  {
    subscriptionId: uuid().primaryKey(),
    parkId: uuid().notNull(),
    watchedUntil: instant().notNull(),
  },
  (table) => [index('plan_parks_of_park').on(table.parkId, table.watchedUntil)],
)

/** A projection of the parks that the companion's alerts and preferences watch. Their destinations are polled every minute. */
export const companionParks = pgTable('companion_parks', {
  parkId: uuid().primaryKey(),
  watchedUntil: instant().notNull(),
})

/** The one row that says when the list of destinations was last read. */
export const destinationList = pgTable('destination_list', {
  id: integer().primaryKey(),
  readAt: instant().notNull(),
})
