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
  uuid,
} from 'drizzle-orm/pg-core'

export { inbox } from '@walkon/messaging/inbox'
export { outbox } from '@walkon/messaging/outbox'
export { signingKeys } from '@walkon/runtime/signing-keys'

const instant = () => timestamp({ withTimezone: true })

/** Projection of park-data's catalogue: what an order needs to know of a park. */
export const parks = pgTable('parks', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** IANA name. */
  timezone: text().notNull(),
  retired: boolean().notNull(),
})

/** A promo code makes the days of an order free on its channel. */
export const promoCodes = pgTable(
  'promo_codes',
  {
    code: text().primaryKey(),
    channel: text({ enum: ['email', 'sms', 'push'] }).notNull(),
    /** Null: without limit. */
    maxRedemptions: integer(),
    maxRedemptionsPerEmail: integer(),
    /** Changed only under the lock of this row, so that no limit is exceeded. */
    redemptions: integer().notNull().default(0),
    expiresAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('promo_codes_upper_case', sql`${table.code} = upper(${table.code})`),
    check(
      'promo_codes_within_limit',
      sql`${table.redemptions} >= 0 and ${table.redemptions} <= coalesce(${table.maxRedemptions}, ${table.redemptions})`,
    ),
  ],
)

/**
 * What a visitor ordered, at the price of that moment. An order is fulfilled once, by a proof of its address
 * or a payment, and never leaves `fulfilled`.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower-cased. */
    email: text().notNull(),
    /** SHA-256 of the address, hex. An erasure knows addresses by this hash alone. */
    addressHash: text().notNull(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    /** E.164; the recipient of text messages. */
    phone: text(),
    parkId: uuid().notNull(),
    /** Calendar days of the park, ascending, each once. */
    dates: date({ mode: 'string' }).array().notNull(),
    /** Park time, `hh:mm`. Null: the whole day. */
    startTime: text(),
    dayPriceCents: integer().notNull(),
    discountCents: integer().notNull(),
    totalCents: integer().notNull(),
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
    index('orders_by_time').on(table.createdAt),
    index('orders_by_email').on(table.email, table.createdAt),
    index('orders_by_address_hash').on(table.addressHash),
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

/** A code used by a fulfilled order. */
export const promoRedemptions = pgTable(
  'promo_redemptions',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    code: text()
      .notNull()
      .references(() => promoCodes.code),
    email: text().notNull(),
  },
  (table) => [index('promo_redemptions_of_email').on(table.code, table.email)],
)

/** The right to be alerted; one for each order. */
export const passes = pgTable('passes', {
  id: uuid().primaryKey().defaultRandom(),
  orderId: uuid()
    .notNull()
    .unique()
    .references(() => orders.id),
  activatedAt: instant().notNull(),
})

/** `[startsAt, endsAt)` for each day of a pass. */
export const passWindows = pgTable(
  'pass_windows',
  {
    passId: uuid()
      .notNull()
      .references(() => passes.id),
    date: date({ mode: 'string' }).notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.passId, table.date] }),
    check('pass_windows_forward', sql`${table.endsAt} > ${table.startsAt}`),
  ],
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
    addressHash: text().notNull(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('confirmations_of_address').on(table.addressHash, table.sentAt),
    index('confirmations_of_order').on(table.orderId),
  ],
)
