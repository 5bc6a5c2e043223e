import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Money and days that a member of the support desk gave, for the limit of a day. A refund has cents, a gift has days. Names no visitor, so that
 * no erasure takes a sum back.
 */
export const deskSums = pgTable(
  'desk_sums',
  {
    id: uuid().primaryKey().defaultRandom(),
    actorId: uuid().notNull(),
    cents: integer().notNull().default(0),
    days: integer().notNull().default(0),
    actedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('desk_sums_of_actor').on(table.actorId, table.actedAt),
    index('desk_sums_by_time').on(table.actedAt),
    check('desk_sums_give_something', sql`${table.cents} >= 0 and ${table.days} >= 0`),
  ],
)
