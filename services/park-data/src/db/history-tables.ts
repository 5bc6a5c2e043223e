import { rideStatus } from '@walkon/contracts/values'
import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import {
  boolean,
  date,
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
import type { Histogram } from '../domain/histogram.ts'

/** The history of waits and downtimes: observations, and the statistics that are built from them. */

const instant = () => timestamp({ withTimezone: true })

/**
 * One row for each change of a ride's status or wait, and one at the start of each park day: what a step chart
 * needs. Partitioned by UTC day of `observed_at`, by hand in the migration: drizzle-kit has no partitions.
 */
export const observations = pgTable(
  'observations',
  {
    rideId: uuid().notNull(),
    observedAt: instant().notNull(),
    status: text({ enum: valuesOf(rideStatus) }).notNull(),
    waitMinutes: smallint(),
  },
  (table) => [...enumChecks(table), primaryKey({ columns: [table.rideId, table.observedAt] })],
)

/** Posted waits of a ride in one hour of the park's calendar. The key begins with the park, because queries are by park. */
export const hourlyWaits = pgTable(
  'hourly_waits',
  {
    parkId: uuid().notNull(),
    date: date({ mode: 'string' }).notNull(),
    hour: smallint().notNull(),
    rideId: uuid().notNull(),
    samples: integer().notNull(),
    minMinutes: smallint().notNull(),
    maxMinutes: smallint().notNull(),
    sumMinutes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.parkId, table.date, table.hour, table.rideId] })],
)

/**
 * The posted waits and the downtime of a ride in one hour of the park's calendar. Of one day while its observations are kept, then of all
 * such days of a quarter.
 */
export const rideHours = pgTable(
  'ride_hours',
  {
    parkId: uuid().notNull(),
    span: text({ enum: ['day', 'quarter'] }).notNull(),
    /** The day, or the first day of the quarter. */
    fromDate: date({ mode: 'string' }).notNull(),
    isWeekend: boolean().notNull(),
    hour: smallint().notNull(),
    rideId: uuid().notNull(),
    /** Days on which waits were posted in this hour. */
    days: smallint().notNull(),
    /** Minutes by five-minute step of the posted wait. */
    steps: jsonb().$type<Histogram>().notNull(),
    /** While the ride ran or was down. */
    watchedMinutes: integer().notNull(),
    downMinutes: integer().notNull(),
    /** How many times it went down, by length: up to 15, 30, 60 and 120 minutes, and longer. */
    downSpells: jsonb().$type<Histogram>().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({
      columns: [table.parkId, table.span, table.fromDate, table.isWeekend, table.hour, table.rideId],
    }),
    index('ride_hours_of_ride').on(table.rideId),
  ],
)

/** Each time a ride was down while its park was open, of days that are over. */
export const rideBreakdowns = pgTable(
  'ride_breakdowns',
  {
    rideId: uuid().notNull(),
    startsAt: instant().notNull(),
    /** The closing, if the ride did not come back before it. */
    endsAt: instant().notNull(),
    cameBack: boolean().notNull(),
    /** The wait that was posted half an hour after it came back; null if it ran no more, or posted none. */
    waitAfterMinutes: smallint(),
    parkId: uuid().notNull(),
    /** The day of the park's calendar on which it began. */
    date: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rideId, table.startsAt] }),
    index('ride_breakdowns_of_park').on(table.parkId, table.date),
  ],
)

/** Until which day the statistics of a park are built; no row asks for all days that are kept. */
export const statisticsBuilds = pgTable('statistics_builds', {
  parkId: uuid().primaryKey(),
  builtUntil: date({ mode: 'string' }).notNull(),
})

/**
 * When an archive was last imported to its end (1), and when statistics were last built (2). Pollers then load the day's steps and usual
 * waits again.
 */
export const historyImports = pgTable('history_imports', {
  id: integer().primaryKey(),
  finishedAt: instant().notNull(),
})
