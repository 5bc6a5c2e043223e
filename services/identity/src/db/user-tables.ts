import { role } from '@walkon/contracts/http/identity'
import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** `hashAddress` in SQL, as an index takes it: its functions are immutable, which `convert_to` is not. No address that we store has a backslash. */
export const hashOf = (address: AnyPgColumn) => sql<string>`encode(sha256((${address})::bytea), 'hex')`

/** Accounts with a confirmed address. Sign-ups that are not confirmed are in `sign_ups`. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    /** Lower-cased. */
    email: text().notNull().unique(),
    /** Argon2id; null for a user who signs in by mail only. */
    passwordHash: text(),
    /** GoTrue's `user_metadata`, which the user writes. */
    userMetadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    emailConfirmedAt: instant().notNull(),
    lastSignInAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [index('users_by_address_hash').on(hashOf(table.email)).concurrently()],
)

/** Hashes of a user's former addresses. Data of other services under them is erased with the account. */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    addressHash: text().notNull(),
    /** When the user last left it. Null: in an earlier release. */
    leftAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.addressHash] })],
)

/** The roles of users. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: valuesOf(role) }).notNull(),
    /** Null for a role that the command granted. */
    grantedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    grantedAt: instant().notNull(),
  },
  (table) => [...enumChecks(table), primaryKey({ columns: [table.userId, table.role] })],
)
