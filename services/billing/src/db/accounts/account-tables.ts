import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The address that each account has confirmed: a projection of identity's users, by hashes alone. */
export const accounts = pgTable(
  'accounts',
  {
    userId: uuid().primaryKey(),
    /** SHA-256 of the normalised address, hex. */
    addressHash: text().notNull(),
  },
  (table) => [index('accounts_by_address_hash').on(table.addressHash)],
)
