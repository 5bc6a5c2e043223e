import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The tables of erasures and of changes of address, which older events must not undo. */

const instant = () => timestamp({ withTimezone: true })

/**
 * Erased addresses, until no older event can come any more. Events of other topics may arrive after the erasure, and must not bring back
 * erased data.
 */
export const erasedAddresses = pgTable(
  'erased_addresses',
  {
    /** SHA-256 of the normalised address, hex. */
    addressHash: text().primaryKey(),
    erasedAt: instant().notNull(),
  },
  (table) => [index('erased_addresses_by_time').on(table.erasedAt)],
)

/** Addresses that accounts have left, and their later ones, until no older event can come any more: it names the address that was left. */
export const movedAddresses = pgTable(
  'moved_addresses',
  {
    /** SHA-256 of the old address, hex. */
    addressHash: text().notNull(),
    changedAt: instant().notNull(),
    /** The new address. */
    email: text().notNull(),
    emailHash: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.changedAt] }),
    index('moved_addresses_to').on(table.emailHash),
    index('moved_addresses_by_time').on(table.createdAt),
  ],
)

/** Subscriptions whose owner has another address, for the same reason and as long. */
export const movedSubscriptions = pgTable(
  'moved_subscriptions',
  {
    subscriptionId: uuid().primaryKey(),
    changedAt: instant().notNull(),
    /** The new address. */
    email: text().notNull(),
    emailHash: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('moved_subscriptions_to').on(table.emailHash),
    index('moved_subscriptions_by_time').on(table.createdAt),
  ],
)

/** Users whose account was deleted, for the same reason and as long; their ids never come back. Their tokens are refused (erased-users.ts of libs/runtime). */
export const erasedUsers = pgTable(
  'erased_users',
  {
    userId: uuid().primaryKey(),
    erasedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('erased_users_by_time').on(table.erasedAt)],
)

/** Subscriptions that were erased, for the same reason and as long; their ids never come back. */
export const erasedSubscriptions = pgTable(
  'erased_subscriptions',
  {
    subscriptionId: uuid().primaryKey(),
    erasedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('erased_subscriptions_by_time').on(table.erasedAt)],
)
