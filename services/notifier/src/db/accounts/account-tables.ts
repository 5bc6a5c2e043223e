import type { Letter } from '@walkon/contracts/letter'
import { mailList } from '@walkon/contracts/values'
import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The tables of accounts, by which letters to a user id are addressed. */

const instant = () => timestamp({ withTimezone: true })

/** The address of each account, as identity tells it. */
export const accounts = pgTable(
  'accounts',
  {
    userId: uuid().primaryKey(),
    email: text().notNull(),
    /** SHA-256 of the normalised address, hex. Not unique: events of two accounts have no order. */
    emailHash: text().notNull(),
    /** When the account confirmed the address, or changed to it. */
    heldSince: instant().notNull(),
  },
  (table) => [index('accounts_of_email').on(table.emailHash)],
)

/** Letters to users whose account is not known yet: events of different topics have no order. */
export const waitingLetters = pgTable(
  'waiting_letters',
  {
    notificationId: uuid().primaryKey(),
    userId: uuid().notNull(),
    content: jsonb().$type<Letter>().notNull(),
    list: text({ enum: valuesOf(mailList) }),
    expiresAt: instant().notNull(),
    requestedAt: instant().notNull(),
    traceparent: text(),
  },
  (table) => [
    ...enumChecks(table),
    index('waiting_letters_of_user').on(table.userId),
    index('waiting_letters_expiry').on(table.expiresAt),
  ],
)
