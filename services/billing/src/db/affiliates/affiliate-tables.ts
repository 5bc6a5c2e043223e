import { DECISIONS, PLATFORMS } from '@walkon/contracts/http/affiliates'
import { enumChecks } from '@walkon/service/enum-checks'
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Applications of the affiliate programme, and what an admin decided. */
export const affiliateApplications = pgTable(
  'affiliate_applications',
  {
    /** Derived from the entries, so that the same application again is the same row. */
    id: uuid().primaryKey(),
    /** The account that was signed in; null without one. */
    userId: uuid(),
    fullName: text().notNull(),
    /** Lower-cased. */
    email: text().notNull(),
    /** SHA-256 of the address, hex. */
    addressHash: text().notNull(),
    phone: text(),
    instagramHandle: text(),
    instagramFollowers: integer(),
    tiktokHandle: text(),
    tiktokFollowers: integer(),
    youtubeChannel: text(),
    youtubeSubscribers: integer(),
    twitterHandle: text(),
    twitterFollowers: integer(),
    /** The sum of the four counts; each is at most a billion. */
    totalFollowers: bigint({ mode: 'number' }).notNull(),
    primaryPlatform: text({ enum: PLATFORMS }).notNull(),
    contentNiche: text(),
    whyJoin: text().notNull(),
    createdAt: instant().notNull(),
    /** Null while it waits. Made once. */
    decision: text({ enum: DECISIONS }),
    decidedAt: instant(),
    /** The code that an accepted one was given. */
    promoCode: text(),
  },
  (table) => [
    ...enumChecks(table),
    index('affiliate_applications_by_time').on(table.createdAt, table.id),
    index('affiliate_applications_of_address').on(table.addressHash),
    index('affiliate_applications_of_user').on(table.userId),
  ],
)
