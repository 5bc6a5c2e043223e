import { date, integer, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** Anonymous counts for the page `/how-we-do`. */

const instant = () => timestamp({ withTimezone: true })

/** Counts of the alerts of a day, from 4 am to 4 am by `COUNTING_TIMEZONE`. */
export const alertDays = pgTable('alert_days', {
  date: date({ mode: 'string' }).primaryKey(),
  /** When alerts of the day were counted last; null while only the rides of its alerts have been checked. */
  countedAt: instant(),
  alerts: integer().notNull().default(0),
  /** Alerts by whole seconds from the park's post to the first acceptance. */
  seconds: jsonb().$type<Record<string, number>>().notNull().default({}),
  withReceipts: integer().notNull().default(0),
  delivered: integer().notNull().default(0),
  /** Short waits that were read again ten minutes later, and those that were still short. */
  checkedAgain: integer().notNull().default(0),
  stillShort: integer().notNull().default(0),
})

/** Alerts made until then have been checked for whether their ride is still short: one row. */
export const shortChecks = pgTable('short_checks', {
  id: integer().primaryKey(),
  checkedUntil: instant().notNull(),
})
