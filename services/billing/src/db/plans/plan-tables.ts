import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/**
 * The unlimited plan of an account: a subscription at Stripe, from the opening of its payment page to its end. Its state is
 * Stripe's, as it was when we last asked. Another plan of the same account is another row.
 */
export const plans = pgTable(
  'plans',
  {
    /** Part of the idempotency key with which the session is made. */
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the account is erased: the row then stays until Stripe has ended the subscription. */
    userId: uuid(),
    /** Lower-cased; the address of the account. */
    email: text(),
    state: text({ enum: ['opening', 'active', 'past-due', 'ended', 'abandoned'] }).notNull(),
    /** The price of a month, as it was bought. */
    monthCents: integer().notNull(),
    /** Stripe's Checkout Session; null until it is made. */
    sessionId: text().unique(),
    /** Stripe's page where the first month is paid. */
    url: text(),
    customerId: text(),
    /** Stripe's customer has an address that the account has left. */
    isCustomerBehind: boolean().notNull().default(false),
    subscriptionId: text().unique(),
    currentPeriodEndsAt: instant(),
    cancelsAtPeriodEnd: boolean().notNull().default(false),
    /** True if the owner's bank asks about a payment, and has taken nothing. */
    inquired: boolean().notNull().default(false),
    /** Until when it covers without another payment: the last coverage that was published. */
    coveredUntil: instant(),
    /** While the last payment has failed: when the plan is given up. */
    graceEndsAt: instant(),
    /** Grows with each change. An answer of Stripe that was asked for before the newest change is not applied. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** When the session can be paid no more. */
    expiresAt: instant().notNull(),
    endedAt: instant(),
    /** When Stripe is asked next; null: never again. */
    checkAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    uniqueIndex('plans_one_of_account')
      .on(table.userId)
      .where(sql`${table.state} in ('opening', 'active', 'past-due')`),
    index('plans_of_customer')
      .on(table.customerId)
      .where(sql`${table.customerId} is not null`)
      .concurrently(),
    index('plans_to_check').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    check('plans_owner', sql`(${table.userId} is null) = (${table.email} is null)`),
    check('plans_grace', sql`(${table.state} = 'past-due') = (${table.graceEndsAt} is not null)`),
    check('plans_over', sql`(${table.state} in ('ended', 'abandoned')) = (${table.endedAt} is not null)`),
  ],
)

/** Each month of a plan that was paid, for its receipt and for the accounts; without an address. */
export const planPayments = pgTable(
  'plan_payments',
  {
    /** Stripe's invoice. */
    invoiceId: text().primaryKey(),
    planId: uuid().notNull(),
    /** Stripe's, by which a dispute names the month; null where nothing was charged. */
    paymentIntent: text(),
    amountCents: integer().notNull(),
    paidAt: instant().notNull(),
  },
  (table) => [
    index('plan_payments_of_plan').on(table.planId),
    index('plan_payments_by_intent').on(table.paymentIntent).concurrently(),
    index('plan_payments_by_time').on(table.paidAt),
  ],
)
