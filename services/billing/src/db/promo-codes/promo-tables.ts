import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** A promo code makes all of an order or a part of it free, on its channel. */
export const promoCodes = pgTable(
  'promo_codes',
  {
    code: text().primaryKey(),
    channel: text({ enum: ['email', 'sms', 'push'] }).notNull(),
    /** The part that becomes free. */
    discount: text({ enum: ['all-days', 'one-day', 'percentage'] })
      .notNull()
      .default('all-days'),
    /** The share of the order's price; null for the other kinds. */
    percent: integer(),
    /** Null: without limit. */
    maxRedemptions: integer(),
    maxRedemptionsPerEmail: integer(),
    /** Changed only under the lock of this row, so that no limit is exceeded. */
    redemptions: integer().notNull().default(0),
    /** Redemptions that were paid after their reservation had lapsed: money that was taken is not refused. */
    redemptionsBeyondLimit: integer().notNull().default(0),
    expiresAt: instant(),
    /** From then on it is refused; checkouts that were open go on. */
    retiredAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    ...enumChecks(table),
    check('promo_codes_upper_case', sql`${table.code} = upper(${table.code})`),
    check(
      'promo_codes_percent',
      sql`(${table.discount} = 'percentage') = (${table.percent} is not null) and ${table.percent} between 1 and 100`,
    ),
    check(
      'promo_codes_within_limit',
      sql`${table.redemptionsBeyondLimit} between 0 and ${table.redemptions} and ${table.redemptions} - ${table.redemptionsBeyondLimit} <= coalesce(${table.maxRedemptions}, ${table.redemptions})`,
    ),
  ],
)

/** A code used by a fulfilled order. Stays for the limit of an address when the order is past its retention. */
export const promoRedemptions = pgTable(
  'promo_redemptions',
  {
    orderId: uuid().primaryKey(),
    code: text()
      .notNull()
      .references(() => promoCodes.code),
    /** SHA-256 of the address, hex. */
    addressHash: text().notNull(),
    redeemedAt: instant().notNull(),
  },
  (table) => [index('promo_redemptions_of_address').on(table.addressHash, table.code)],
)

/** Uses of codes that are limited for each address, of addresses that were erased: else a deleted account could use a code again. */
export const erasedCodeUses = pgTable(
  'erased_code_uses',
  {
    code: text()
      .notNull()
      .references(() => promoCodes.code, { onDelete: 'cascade' }),
    /** HMAC of the address, hex. */
    addressKey: text().notNull(),
    uses: integer().notNull(),
    /** The end of the code, or a year after the erasure. */
    endsAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.code, table.addressKey] }),
    index('erased_code_uses_by_ends_at').on(table.endsAt),
  ],
)
