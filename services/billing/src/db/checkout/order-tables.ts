import type { NewWatch } from '@walkon/contracts/new-watches'
import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { DEBT_STATES } from '../../domain/debt.ts'
import { OWED_REASONS } from '../../domain/owed.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Visitors' orders, at the price of that moment. An order is fulfilled once, by a proof of its address or a payment, and never leaves
 * `fulfilled`.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The order's origin. An order of the support desk costs nothing and has no guarantee. */
    source: text({ enum: ['visitor', 'support'] })
      .notNull()
      .default('visitor'),
    /** Lower-cased. */
    email: text().notNull(),
    /** SHA-256 of the address, hex. An erasure knows addresses by this hash alone. */
    addressHash: text().notNull(),
    /** The product that is bought by the day; another one has another price. */
    product: text({ enum: ['ride-alerts'] })
      .notNull()
      .default('ride-alerts'),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    /** E.164; the recipient of text messages. */
    phone: text(),
    /** The version of `sms-consent.ts` above the button of an order for text messages. */
    consentVersion: text(),
    /** The client's address from which they were agreed to. */
    consentFrom: text(),
    parkId: uuid().notNull(),
    /** Calendar days of the park, ascending, each once. */
    dates: date({ mode: 'string' }).array().notNull(),
    /** Park time, `hh:mm`. Null: none was chosen. */
    startTime: text(),
    /** The rides that were chosen with it, by their ids; null: all of the park. */
    watches: jsonb().$type<NewWatch[]>(),
    /** The rules of windows and guarantee that it was sold with (`pass-windows.ts`). */
    terms: smallint().notNull().default(1),
    dayPriceCents: integer().notNull(),
    discountCents: integer().notNull(),
    totalCents: integer().notNull(),
    /** The request that placed it proved its address, by an account or a manage link. */
    isProven: boolean().notNull().default(false),
    /** SHA-256 of the secret of the tab that placed it, hex; null where it showed none. */
    tabKeyHash: text(),
    /** When it was paid for an address that had something already: its pass begins at the mailed link. */
    confirmationAskedAt: instant(),
    /** As the visitor entered it, upper-cased. It may not exist, because it is judged when the order is fulfilled. */
    promoCode: text(),
    status: text({
      enum: ['awaiting-confirmation', 'awaiting-payment', 'fulfilled', 'expired', 'cancelled'],
    }).notNull(),
    createdAt: instant().notNull(),
    /** When an unconfirmed order is given up. */
    expiresAt: instant().notNull(),
    fulfilledAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    index('orders_by_time').on(table.createdAt),
    index('orders_by_email').on(table.email, table.createdAt),
    index('orders_by_address_hash').on(table.addressHash),
    index('orders_by_phone').on(table.phone).where(sql`${table.phone} is not null`).concurrently(),
    index('orders_holding_a_code')
      .on(table.promoCode)
      .where(sql`${table.status} = 'awaiting-payment' and ${table.promoCode} is not null`),
    index('orders_sold_with_a_code')
      .on(table.promoCode)
      .where(sql`${table.status} = 'fulfilled' and ${table.promoCode} is not null`)
      .concurrently(),
    index('orders_by_dates').using('gin', table.dates).concurrently(),
    index('orders_waiting')
      .on(table.expiresAt)
      .where(sql`${table.status} in ('awaiting-confirmation', 'awaiting-payment')`),
    check('orders_have_dates', sql`cardinality(${table.dates}) > 0`),
    check(
      'orders_total',
      sql`${table.totalCents} = cardinality(${table.dates}) * ${table.dayPriceCents} - ${table.discountCents} and ${table.totalCents} >= 0 and ${table.discountCents} >= 0`,
    ),
    check('orders_text_to_a_phone', sql`(${table.channel} = 'sms') = (${table.phone} is not null)`),
    check('orders_fulfilled_at', sql`(${table.status} = 'fulfilled') = (${table.fulfilledAt} is not null)`),
  ],
)

/**
 * A try to pay an order at Stripe. The payment stays for the accounts when the order is erased. Its state is Stripe's, as it was when we
 * last asked.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    /** Part of the idempotency key with which the session is made. */
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the order is erased. */
    orderId: uuid().references(() => orders.id),
    parkId: uuid().notNull(),
    amountCents: integer().notNull(),
    status: text({ enum: ['creating', 'open', 'processing', 'paid', 'failed', 'expired'] }).notNull(),
    /** Stripe's Checkout Session; null until it is made. */
    sessionId: text().unique(),
    /** Stripe's page where the session is paid. */
    url: text(),
    paymentIntent: text().unique(),
    refundedCents: integer().notNull().default(0),
    disputed: boolean().notNull().default(false),
    /** True if the buyer's bank asks about the payment, and has taken nothing. */
    inquired: boolean().notNull().default(false),
    /** The part of the payment that bought nothing, and why; it is paid back. Null: all of it bought the order. */
    owedCents: integer(),
    owedReason: text({ enum: OWED_REASONS }),
    owedState: text({ enum: DEBT_STATES }),
    /** Since when it is owed; null for one of an earlier release. */
    owedAt: instant(),
    createdAt: instant().notNull(),
    /** When the session can be paid no more. */
    expiresAt: instant().notNull(),
    paidAt: instant(),
    /** When Stripe is asked next; null: not before a webhook. */
    checkAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    index('checkouts_of_order').on(table.orderId),
    index('checkouts_to_check').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    check('checkouts_have_a_session', sql`(${table.status} = 'creating') = (${table.sessionId} is null)`),
    check('checkouts_paid_at', sql`(${table.status} = 'paid') = (${table.paidAt} is not null)`),
    check(
      'checkouts_owe_with_a_reason',
      sql`(${table.owedCents} is null) = (${table.owedReason} is null) and (${table.owedCents} is null) = (${table.owedState} is null)`,
    ),
    check('checkouts_owe_what_was_paid', sql`${table.owedCents} between 1 and ${table.amountCents}`),
  ],
)

/** Sessions of free orders: the browser polls their status by this id. */
export const freeSessions = pgTable(
  'free_sessions',
  {
    /** It cannot be guessed. */
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /**
     * The request proved no address and the order was fulfilled before: the session says `open`, as it does for an address
     * that has confirmed nothing.
     */
    isBlind: boolean().notNull(),
  },
  (table) => [index('free_sessions_of_order').on(table.orderId)],
)

/** Each link that was mailed to confirm an order. */
export const confirmations = pgTable(
  'confirmations',
  {
    /** SHA-256 of the token, hex, so that reading this table does not allow a confirmation. */
    tokenHash: text().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The address that the link was mailed to. It works while the order has this address. */
    addressHash: text().notNull(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('confirmations_of_address').on(table.addressHash, table.sentAt),
    index('confirmations_of_order').on(table.orderId),
  ],
)
