import { boolean, index, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Parks and rides. */

const instant = () => timestamp({ withTimezone: true })

/** A projection of the catalogue: the names of parks and rides. */
export const parks = pgTable('parks', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  timezone: text().notNull(),
})

export const attractions = pgTable(
  'attractions',
  {
    id: uuid().primaryKey(),
    parkId: uuid().notNull(),
    name: text().notNull(),
    retired: boolean().notNull(),
    /** False for an attraction that posts no waits, and for one in refurbishment: park-data decides it. */
    isRide: boolean().notNull().default(true),
  },
  (table) => [index('attractions_of_park').on(table.parkId)],
)

/** A projection of the limits that fit each ride, in minutes by hour of the park's calendar, 0 to 23; null without enough history. */
export const rideLimits = pgTable('ride_limits', {
  rideId: uuid().primaryKey(),
  weekday: smallint().array().notNull(),
  weekend: smallint().array().notNull(),
  /** The median posted wait of the last 28 opening days; null without enough history. */
  medianMinutes: smallint(),
  fittedAt: instant().notNull(),
})

/** The newest trusted reading of each open park. */
export const parkReadings = pgTable('park_readings', {
  parkId: uuid().primaryKey(),
  readAt: instant().notNull(),
})

/**
 * The posted wait of each ride, and when the ride was last read above each mark of the guarantee (`domain/marks.ts`). Written when the wait
 * changes.
 */
export const rideLevels = pgTable(
  'ride_levels',
  {
    rideId: uuid().primaryKey(),
    parkId: uuid().notNull(),
    waitMinutes: smallint(),
    aboveAt: instant().array().notNull(),
  },
  (table) => [index('ride_levels_of_park').on(table.parkId)],
)

/** Reopenings in polls of a backlog, until the newest poll of the park is read. Almost always empty. */
export const lateReopenings = pgTable(
  'late_reopenings',
  {
    rideId: uuid().primaryKey(),
    parkId: uuid().notNull(),
    reopenedAt: instant().notNull(),
  },
  (table) => [index('late_reopenings_of_park').on(table.parkId)],
)
