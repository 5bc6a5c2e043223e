import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './user-tables.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Whose alerts the owner of a number agrees to get by text, as notifier knows it. A row without addresses remains for as long as an
 * older event may still come.
 */
export const confirmedNumbers = pgTable(
  'confirmed_numbers',
  {
    /** SHA-256 of the number, hex. */
    numberHash: text().primaryKey(),
    /** E.164; null once the number gets no visitor's alerts. */
    number: text(),
    /** SHA-256 of each address, hex. */
    emailHashes: text().array().notNull(),
    changedAt: instant().notNull(),
  },
  (table) => [
    index('confirmed_numbers_by_email_hash').using('gin', table.emailHashes),
    index('confirmed_numbers_by_time').on(table.changedAt),
  ],
)

/** The number by which an account is signed in to; its owner has turned that on. */
export const signInNumbers = pgTable(
  'sign_in_numbers',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    numberHash: text().notNull(),
    turnedOnAt: instant().notNull(),
  },
  (table) => [index('sign_in_numbers_by_number_hash').on(table.numberHash)],
)

/** Codes that were asked for by text. The number's account is looked up after the request was answered. */
export const textRequests = pgTable(
  'text_requests',
  { id: uuid().primaryKey(), number: text().notNull(), createdAt: instant().notNull() },
  (table) => [index('text_requests_by_time').on(table.createdAt)],
)

/** The newest code by text of each number. Deleted when it is used. */
export const textCodes = pgTable(
  'text_codes',
  {
    numberHash: text().primaryKey(),
    /** New with each code: a part of what its MAC is made from. */
    id: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    triesBefore: integer().notNull(),
    deviceTriesBefore: integer().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('text_codes_of_user').on(table.userId),
    index('text_codes_by_expiry').on(table.expiresAt),
  ],
)
