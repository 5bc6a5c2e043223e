import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Subscribers of the newsletter, and addresses that were asked. The key is the address: a subscriber needs no account. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    /** SHA-256 of the normalised address, hex. */
    emailHash: text().primaryKey(),
    email: text().notNull(),
    /** Names the row to the browser that made it. */
    entryId: uuid().notNull().defaultRandom(),
    /** The account that subscribed its own address. Rows of earlier releases can have that of an account which entered another's. */
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

/** Admins' issues to the subscribers. `admin_actions` names who wrote and sent one. */
export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    id: uuid().primaryKey().defaultRandom(),
    subject: text().notNull(),
    markdown: text().notNull(),
    createdAt: instant().notNull(),
    /** When it was sent off: who confirmed later does not get it. Null for a draft. */
    sentAt: instant(),
    /** The last subscriber whose mail is queued, in the order of the hashes; null before the first. */
    queuedTo: text(),
    /** When the last mail was queued. */
    queuedAt: instant(),
  },
  (table) => [
    index('newsletter_issues_by_time').on(table.createdAt, table.id),
    index('newsletter_issues_under_way')
      .on(table.sentAt)
      .where(sql`sent_at is not null and queued_at is null`),
  ],
)
