import { PREFERRED_TIMES } from '@walkon/contracts/http/restaurant-alerts'
import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })
/** A calendar day of the park. */
const day = () => date({ mode: 'string' })

/** A visitor's wish to be told when a table comes free (companion, section 3). */
export const restaurantAlerts = pgTable(
  'restaurant_alerts',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().notNull(),
    parkId: uuid().notNull(),
    restaurantId: uuid().notNull(),
    /** As it was when the alert was set. */
    restaurantName: text().notNull(),
    /** Made of the name, as park operators do: the feed's own is another, and null for some. */
    disneySlug: text().notNull(),
    dates: day().array().notNull(),
    lastDate: day().notNull(),
    partySize: integer().notNull(),
    preferredTime: text({ enum: PREFERRED_TIMES }).notNull(),
    active: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    toldAt: instant(),
    /** When a day was looked at in its account's turn and for this alert. */
    turnAt: instant(),
    endedAt: instant(),
    endedReason: text({ enum: ['past', 'left', 'retired'] }),
  },
  (table) => [
    ...enumChecks(table),
    index('restaurant_alerts_of_user').on(table.userId, table.createdAt),
    index('restaurant_alerts_by_last_date').on(table.parkId, table.lastDate).where(sql`${table.active}`),
    index('restaurant_alerts_of_restaurant').on(table.restaurantId).where(sql`${table.active}`),
    index('restaurant_alerts_ended').on(table.endedAt),
    check('restaurant_alerts_end', sql`${table.active} = (${table.endedAt} is null)`),
    check('restaurant_alerts_end_reason', sql`(${table.endedAt} is null) = (${table.endedReason} is null)`),
  ],
)

/** The days that active alerts wait for: the index by which a table finds the alerts that want it. */
export const restaurantAlertDays = pgTable(
  'restaurant_alert_days',
  {
    alertId: uuid()
      .notNull()
      .references(() => restaurantAlerts.id, { onDelete: 'cascade' }),
    restaurantId: uuid().notNull(),
    date: day().notNull(),
    partySize: integer().notNull(),
    preferredTime: text({ enum: PREFERRED_TIMES }).notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({ columns: [table.alertId, table.date] }),
    index('restaurant_alert_days_wanted').on(
      table.restaurantId,
      table.date,
      table.partySize,
      table.preferredTime,
    ),
  ],
)

/** The days of restaurants whose reservations are looked at: one row for all alerts that want the same day of the same restaurant. */
export const tableChecks = pgTable(
  'table_checks',
  {
    restaurantId: uuid().notNull(),
    date: day().notNull(),
    /** When it is checked next. */
    checkAt: instant().notNull(),
    /** When it was checked last; null before the first time. */
    checkedAt: instant(),
    /** Checks in a row that failed. */
    failures: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.restaurantId, table.date] }),
    index('table_checks_by_time').on(table.checkAt),
  ],
)

/** A table that came free, for as long as it is seen, and for some days after. Nothing personal. */
export const tableOpenings = pgTable(
  'table_openings',
  {
    /** Derived from the table and when it was seen first. */
    id: uuid().primaryKey(),
    restaurantId: uuid().notNull(),
    parkId: uuid().notNull(),
    date: day().notNull(),
    source: text({ enum: ['walk-up', 'reservation'] }).notNull(),
    partySize: integer().notNull(),
    /** `HH:mm` in the park's time; null for a walk-up table, which is free now. */
    time: text(),
    /** When it was seen first; null for a reservation. */
    waitMinutes: integer(),
    meal: text({ enum: ['breakfast', 'lunch', 'dinner'] }).notNull(),
    openedAt: instant().notNull(),
    /** Polls in a row in which it was not seen. */
    missed: integer().notNull().default(0),
    endedAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    uniqueIndex('table_openings_open')
      .on(table.restaurantId, table.date, table.source, table.partySize, sql`coalesce(${table.time}, '')`)
      .where(sql`${table.endedAt} is null`),
    index('table_openings_of_park').on(table.parkId, table.source).where(sql`${table.endedAt} is null`),
    index('table_openings_ended').on(table.endedAt),
  ],
)

/** Restaurants whose walk-up tables the feed showed, and when it did last, to within hours. */
export const walkUpLists = pgTable('walk_up_lists', {
  restaurantId: uuid().primaryKey(),
  seenAt: instant().notNull(),
})

/** Restaurants whose reservations the provider knows. */
export const reservableRestaurants = pgTable('reservable_restaurants', {
  restaurantId: uuid().primaryKey(),
})

/** The replicas' turns to query the provider of reservations: one request at a time. */
export const providerTurns = pgTable(
  'provider_turns',
  {
    provider: text({ enum: ['reservations'] }).primaryKey(),
    /** The next request is made then at the earliest. A process that asks moves it forward, which is its lease. */
    freeAt: instant().notNull(),
    /** Requests in a row that failed. */
    failures: integer().notNull().default(0),
    /** When the list of restaurants was read last; null before the first time. */
    listedAt: instant(),
  },
  (table) => enumChecks(table),
)

/** Tables that accounts were told of, kept for a week. A table is told once in half an hour, and the link of a mail shows its tables. */
export const tableTellings = pgTable(
  'table_tellings',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().notNull(),
    alertId: uuid().notNull(),
    restaurantName: text().notNull(),
    parkId: uuid().notNull(),
    partySize: integer().notNull(),
    openingIds: uuid().array().notNull(),
    /** SHA-256 of the mailed token, hex. */
    tokenHash: text().notNull().unique(),
    toldAt: instant().notNull(),
  },
  (table) => [
    index('table_tellings_of_user').on(table.userId, table.toldAt),
    index('table_tellings_by_time').on(table.toldAt),
  ],
)
