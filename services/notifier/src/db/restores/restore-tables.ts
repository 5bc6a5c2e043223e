import { pgTable, timestamp } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Restores of the database. A message that was requested since the instant of one may have gone out, and nothing here says so. */
export const restores = pgTable('restores', {
  notedAt: instant().primaryKey().defaultNow(),
  /** The instant to which the database was restored. */
  restoredTo: instant().notNull(),
})
