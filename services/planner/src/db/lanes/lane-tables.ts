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
  time,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

// Lightning Lane Assist.

const instant = () => timestamp({ withTimezone: true })

/** Invitations to connect. The newest of an account stands. */
export const laneInvitations = pgTable(
  'lane_invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().notNull(),
    /** Lower-cased; null once it is answered, expired or replaced. */
    invitedEmail: text(),
    /** SHA-256 of the mailed token, hex. */
    tokenHash: text().notNull().unique(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the button of the mailed link was pressed. */
    answeredAt: instant(),
    /** When another one took its place, or the account disconnected. */
    endedAt: instant(),
  },
  (table) => [
    index('lane_invitations_of_user').on(table.userId, table.sentAt),
    index('lane_invitations_by_time').on(table.sentAt),
    index('lane_invitations_with_address').on(table.expiresAt).where(sql`${table.invitedEmail} is not null`),
  ],
)

/** Paid days, projected from billing. A day that was taken back stays as revoked, so that events in any order end the same. */
export const laneDays = pgTable(
  'lane_days',
  {
    assistDayId: uuid().notNull(),
    userId: uuid().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    isRevoked: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.assistDayId, table.startsAt] }),
    index('lane_days_of_user').on(table.userId, table.endsAt),
    index('lane_days_by_end').on(table.endsAt),
  ],
)

/** Rides that an account wants. */
export const lanePreferences = pgTable(
  'lane_preferences',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().notNull(),
    rideId: uuid().notNull(),
    priority: integer().notNull(),
    /** Times of the park's clock. */
    startTime: time({ precision: 0 }).notNull(),
    endTime: time({ precision: 0 }).notNull(),
    /** In the currency's smallest unit; null for any price. */
    maxAmount: integer(),
    maxCurrency: text(),
    /** The end of the account's last paid day: past or null, an opening does not read the row. */
    watchedUntil: instant(),
    /** Since when it matches and waits for the end of the account's quiet time, and the queue that it matches. */
    heldKind: text({ enum: ['RETURN_TIME', 'PAID_RETURN_TIME'] }),
    heldOpeningAt: instant(),
    toldAt: instant(),
    /** The return time that was told last: its queue and its start. */
    toldKind: text({ enum: ['RETURN_TIME', 'PAID_RETURN_TIME'] }),
    toldStartsAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    uniqueIndex('lane_preferences_once').on(table.userId, table.rideId),
    index('lane_preferences_watched').on(table.rideId, table.watchedUntil),
    index('lane_preferences_held').on(table.rideId).where(sql`${table.heldOpeningAt} is not null`),
    check('lane_preferences_times', sql`${table.startTime} < ${table.endTime}`),
    check('lane_preferences_priority', sql`${table.priority} between 1 and 10`),
    check('lane_preferences_price', sql`(${table.maxAmount} is null) = (${table.maxCurrency} is null)`),
  ],
)

/** The newest reading of each queue that offers a ride, and of its standby wait. */
export const laneReadings = pgTable(
  'lane_readings',
  {
    rideId: uuid().notNull(),
    kind: text({ enum: ['RETURN_TIME', 'PAID_RETURN_TIME', 'STANDBY'] }).notNull(),
    parkId: uuid().notNull(),
    /** `gone`: sold out, paused or the ride is down. `unknown`: it could not be offered, as in a closed park. */
    state: text({ enum: ['available', 'gone', 'unknown'] }).notNull(),
    startsAt: instant(),
    endsAt: instant(),
    /** Set for standby. */
    waitMinutes: integer(),
    amount: integer(),
    currency: text(),
    /** The park's day, and the first price of it. */
    priceDate: date({ mode: 'string' }),
    firstAmount: integer(),
    /** When the offer opened again or jumped earlier. */
    openedAt: instant(),
    observedAt: instant().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({ columns: [table.rideId, table.kind] }),
    index('lane_readings_of_park').on(table.parkId),
  ],
)

export const laneBookings = pgTable(
  'lane_bookings',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().notNull(),
    rideId: uuid().notNull(),
    startsAt: instant(),
    endsAt: instant(),
    bookedAt: instant().notNull(),
    status: text({ enum: ['confirmed', 'pending', 'cancelled'] }).notNull(),
    /** The provider that booked it. */
    provider: text().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    index('lane_bookings_of_user').on(table.userId, table.bookedAt),
    index('lane_bookings_by_time').on(table.bookedAt),
  ],
)

/** The hash of the address of each account: quiet times are told by it. */
export const laneAccounts = pgTable('lane_accounts', {
  userId: uuid().primaryKey(),
  addressHash: text().notNull(),
  /** The later of two addresses of an account stands. */
  heldSince: instant().notNull(),
})

/** When an address wants no alerts, projected from alert-evaluator. */
export const quietTimes = pgTable('quiet_times', {
  addressHash: text().primaryKey(),
  /** `hh:mm` of each park's clock. */
  quietFrom: text(),
  quietUntil: text(),
  pausedAt: instant(),
  changedAt: instant().notNull(),
})
