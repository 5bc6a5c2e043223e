import { deliveryOutcome } from '@walkon/contracts/events/notifications'
import { channel } from '@walkon/contracts/values'
import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import { bigint, doublePrecision, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export type NamedAlert = { alertId: string; rideId: string }

/**
 * Ends of deliveries that are to be published, in the order in which they came about. They say all that is published, because the
 * delivery can be erased meanwhile.
 */
export const unpublishedOutcomes = pgTable(
  'unpublished_outcomes',
  {
    position: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid().notNull(),
    channel: text({ enum: valuesOf(channel) }).notNull(),
    outcome: text({ enum: valuesOf(deliveryOutcome) }).notNull(),
    reason: text(),
    /** The letter's notification; null for alerts and for the newsletter. */
    letterId: uuid(),
    alerts: jsonb().$type<NamedAlert[]>().notNull(),
    traceparent: text(),
    recordedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => enumChecks(table),
)

/** The rates of channels in the release before, whose processes may run beside this one: the next release drops the table. */
export const sendingRates = pgTable(
  'sending_rates',
  {
    channel: text({ enum: valuesOf(channel) }).primaryKey(),
    /** The bucket's content at `filledAt`. */
    free: doublePrecision().notNull(),
    filledAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => enumChecks(table),
)
