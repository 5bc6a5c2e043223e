import { DESTINATION_PARKS } from '@walkon/contracts/http/flights'
import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { countedMails } from '@walkon/runtime/counted-mails'
export { endedLinks } from '@walkon/runtime/ended-links'
export { erasedUsers } from '@walkon/runtime/erased-users'
export { requestedLetters } from '@walkon/runtime/requested-letters'
export { roleHolders } from '@walkon/runtime/role-holders'
export { scheduledRuns } from '@walkon/runtime/scheduled-jobs'
export { sharedRates } from '@walkon/runtime/shared-rates'
export { signingKeys } from '@walkon/runtime/signing-keys'

const instant = () => timestamp({ withTimezone: true })
const day = () => date({ mode: 'string' })

/** Searches that were bought of the provider, by the day in UTC. Counted before they are made. */
export const searchDays = pgTable('search_days', {
  day: day().primaryKey(),
  forVisitors: integer().notNull().default(0),
  forChecks: integer().notNull().default(0),
})

/** The rate of searches in the release before, whose processes may run beside this one: the next release drops the table. */
export const searchRates = pgTable('search_rates', {
  provider: text().primaryKey(),
  /** How many searches might begin at `filledAt`. */
  free: doublePrecision().notNull(),
  filledAt: instant().notNull(),
  /** When the pause ends that the provider asked for last; null before the first. */
  pausedUntil: instant(),
})

/** One row for all alerts of a home airport, destination and days: one search serves all. */
export const watchedTrips = pgTable(
  'watched_trips',
  {
    id: uuid().primaryKey().defaultRandom(),
    homeAirport: text().notNull(),
    destinationPark: text({ enum: DESTINATION_PARKS }).notNull(),
    departureDate: day().notNull(),
    returnDate: day(),
    /** The airports of the destination that its active alerts want; each is a search. */
    airports: text().array().notNull(),
    /** When it is checked next. A process that checks it moves this forward, which is its lease. */
    checkAt: instant().notNull(),
    /** When it was checked last; null before the first time. */
    checkedAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    unique('watched_trips_once')
      .on(table.homeAirport, table.destinationPark, table.departureDate, table.returnDate)
      .nullsNotDistinct(),
    index('watched_trips_by_check').on(table.checkAt),
  ],
)

/** A visitor's wish to be told when the cheapest fare is at or below a price (companion, section 3). */
export const flightAlerts = pgTable(
  'flight_alerts',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The trip that it watches; null until its address is confirmed. */
    tripId: uuid().references(() => watchedTrips.id),
    /** The account that proved the address; null without one. An account that only typed it has no right here. */
    userId: uuid(),
    /** Lower-cased. */
    email: text().notNull(),
    /** SHA-256 of the address, hex. */
    addressHash: text().notNull(),
    homeAirport: text().notNull(),
    destinationPark: text({ enum: DESTINATION_PARKS }).notNull(),
    /** One airport of the destination; null for all. */
    airport: text(),
    /** In whole US dollars. */
    maxPrice: integer().notNull(),
    departureDateStart: day().notNull(),
    departureDateEnd: day().notNull(),
    returnDateStart: day(),
    returnDateEnd: day(),
    cabinClass: text({ enum: ['ECONOMY'] })
      .notNull()
      .default('ECONOMY'),
    passengers: integer().notNull().default(1),
    /** False once it has ended. */
    active: boolean().notNull().default(true),
    /** When its address was proved; before that nothing is checked for it. */
    confirmedAt: instant(),
    /** SHA-256 of the token of its link, hex; null where none was mailed. */
    linkHash: text().unique(),
    linkSentAt: instant(),
    linkExpiresAt: instant(),
    /** The cheapest fare when it was looked for first, in US cents. */
    firstCents: integer(),
    /** The fare of the last mail; the next one is below it. */
    toldCents: integer(),
    toldAt: instant(),
    createdAt: instant().notNull(),
    endedAt: instant(),
    endedReason: text({ enum: ['past', 'left'] }),
  },
  (table) => [
    ...enumChecks(table),
    index('flight_alerts_of_address').on(table.addressHash, table.createdAt),
    index('flight_alerts_of_user').on(table.userId),
    index('flight_alerts_of_trip').on(table.tripId).where(sql`${table.active}`),
    index('flight_alerts_by_departure').on(table.departureDateStart).where(sql`${table.active}`),
    index('flight_alerts_ended').on(table.endedAt),
    check('flight_alerts_confirmed_watch', sql`(${table.confirmedAt} is null) = (${table.tripId} is null)`),
    check('flight_alerts_end', sql`${table.active} = (${table.endedAt} is null)`),
    check('flight_alerts_end_reason', sql`(${table.endedAt} is null) = (${table.endedReason} is null)`),
    check(
      'flight_alerts_return_dates',
      sql`(${table.returnDateStart} is null) = (${table.returnDateEnd} is null)`,
    ),
  ],
)

/** The cheapest fare of a trip to one airport on a day that it was checked, in US cents. Nothing personal. */
export const pricePoints = pgTable(
  'price_points',
  {
    tripId: uuid()
      .notNull()
      .references(() => watchedTrips.id),
    airport: text().notNull(),
    /** In UTC. */
    day: day().notNull(),
    cents: integer().notNull(),
    airline: text().notNull(),
    stops: integer().notNull(),
    checkedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tripId, table.airport, table.day] })],
)
