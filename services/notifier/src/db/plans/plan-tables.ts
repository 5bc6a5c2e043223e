import { date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The tables of unlimited plans: whom they cover, and the texts that they include. */

const instant = () => timestamp({ withTimezone: true })

/** A projection of the unlimited plans. One that has ended stays for a while, so that an older event that comes after its end finds it. */
export const plans = pgTable(
  'plans',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the owner's address, hex; null once the owner is erased. */
    emailHash: text(),
    coveredUntil: instant().notNull(),
    /** The version of the newest applied event. */
    version: integer().notNull(),
    endedAt: instant(),
  },
  (table) => [
    index('plans_of_email').on(table.emailHash, table.coveredUntil),
    index('plans_by_end').on(table.coveredUntil),
  ],
)

/** The number that the texts of a visitor's plan go to. Its consent says if it may be texted. */
export const planNumbers = pgTable(
  'plan_numbers',
  {
    /** SHA-256 of the visitor's address, hex. */
    emailHash: text().primaryKey(),
    /** E.164. */
    number: text().notNull(),
    /** SHA-256 of the number, hex. */
    numberHash: text().notNull(),
    chosenAt: instant().notNull(),
    /** When the account of an earlier address came to this one; null where the number was chosen here. */
    movedAt: instant(),
  },
  (table) => [index('plan_numbers_by_time').on(table.chosenAt)],
)

/** How many texts a plan has sent in a calendar month (UTC). */
export const planTextMonths = pgTable(
  'plan_text_months',
  {
    planId: uuid().notNull(),
    /** Its first day. */
    month: date().notNull(),
    textsUsed: integer().notNull().default(0),
    /** When the letter was queued that says that the texts of the month are used up. */
    spentAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.month] }),
    index('plan_text_months_by_time').on(table.month),
  ],
)
