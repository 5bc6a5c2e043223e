import { enumChecks } from '@walkon/service/enum-checks'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** How far our payments have been compared with those that a provider has: one row for each provider. */
export const paymentComparisons = pgTable(
  'payment_comparisons',
  {
    provider: text({ enum: ['stripe'] }).primaryKey(),
    /** The replica that moves it forward makes the comparison. */
    dueAt: instant().notNull(),
    /** When the last whole comparison began; null before the first. */
    comparedAt: instant(),
  },
  (table) => enumChecks(table),
)

/** Payments that Stripe had and billing had not when they were compared. Nothing in it names a person. */
export const unmatchedPayments = pgTable('unmatched_payments', {
  /** Stripe's Checkout Session. */
  sessionId: text().primaryKey(),
  /** The order, assist day or plan that the session names. */
  boughtId: uuid().notNull(),
  amountCents: integer().notNull(),
  foundAt: instant().notNull(),
  /** When a person has paid it back, or given what it was for. */
  settledAt: instant(),
})
