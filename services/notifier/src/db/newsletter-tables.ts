import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Who gets the newsletter, or was asked whether to. The key is the address: a subscriber needs no account. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    /** SHA-256 of the normalised address, hex. */
    emailHash: text().primaryKey(),
    email: text().notNull(),
    /** Names the row to the browser that made it. */
    entryId: uuid().notNull().defaultRandom(),
    /** The account that was signed in when it was asked for; the address need not be its own. */
    userId: uuid(),
    askedAt: instant().notNull().defaultNow(),
    /** When the owner of the address said yes; null until then. */
    confirmedAt: instant(),
  },
  (table) => [
    index('newsletter_subscribers_of_user').on(table.userId),
    index('newsletter_subscribers_unconfirmed').on(table.askedAt),
  ],
)
