import { ITEM_TYPES, REPORT_REASONS } from '@walkon/contracts/http/rankings'
import { REJECTION_REASONS, REQUEST_STATUSES } from '@walkon/contracts/http/moderation'
import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { erasedUsers } from '@walkon/runtime/erased-users'
export { requestedLetters } from '@walkon/runtime/requested-letters'
export { roleHolders } from '@walkon/runtime/role-holders'
export { scheduledRuns } from '@walkon/runtime/scheduled-jobs'
export { signingKeys } from '@walkon/runtime/signing-keys'

const instant = () => timestamp({ withTimezone: true })
const starCount = () => integer().notNull().default(0)

/** Projection of park-data's catalogue. */
export const parks = pgTable('parks', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  destinationName: text().notNull(),
  retired: boolean().notNull(),
})

/**
 * Ranked things. The transaction of a rating counts its stars here, and the sort keys of lists are generated from the counts: no list ever
 * aggregates ratings.
 */
export const items = pgTable(
  'items',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The entity of the park feed from which the item was made; null for an item that people added. */
    feedId: uuid().unique('items_feed_id'),
    /** The name that the feed gave last: a new one renames the item, the same one leaves what an edit made of it. */
    feedName: text(),
    name: text().notNull(),
    /** `foldName` of the name, for searches and duplicates; null only until `fold-names` has met a row of an earlier release. */
    foldedName: text(),
    description: text(),
    parkId: uuid().notNull(),
    type: text({ enum: ITEM_TYPES }).notNull(),
    /** The account that added it or asked for it; null for the feed, and once the account is deleted. */
    createdBy: uuid(),
    createdAt: instant().notNull(),
    /** The longest fitted limit of a ride in minutes, by which items without a rating are sorted. 0 for others. */
    wantedMinutes: integer().notNull().default(0),
    oneStar: starCount(),
    twoStars: starCount(),
    threeStars: starCount(),
    fourStars: starCount(),
    fiveStars: starCount(),
    ratingCount: integer()
      .notNull()
      .generatedAlwaysAs(sql`one_star + two_stars + three_stars + four_stars + five_stars`),
    /** The shown average times ten, rounded half up; 0 without a rating. */
    averageTenths: integer()
      .notNull()
      .generatedAlwaysAs(sql`case
      when one_star + two_stars + three_stars + four_stars + five_stars = 0 then 0
      else ((one_star + two_stars * 2::bigint + three_stars * 3::bigint + four_stars * 4::bigint + five_stars * 5::bigint) * 20
        / (one_star + two_stars + three_stars + four_stars + five_stars) + 1)::int / 2 end`),
  },
  ({ type, parkId, averageTenths, ratingCount, wantedMinutes, id, name, foldedName, createdBy }) => [
    ...enumChecks({ type }),
    // Both sorts, with and without a park; read backwards. With the name, so that a search numbers the list from the index alone.
    index('items_highest_named')
      .on(type, averageTenths, ratingCount, wantedMinutes, id, foldedName)
      .concurrently(),
    index('items_most_named')
      .on(type, ratingCount, averageTenths, wantedMinutes, id, foldedName)
      .concurrently(),
    index('items_highest_of_park').on(parkId, type, averageTenths, ratingCount, id),
    index('items_most_of_park').on(parkId, type, ratingCount, averageTenths, id),
    index('items_by_name').on(name, id),
    index('items_of_creator').on(createdBy),
    index('items_by_folded_name').on(parkId, type, foldedName).concurrently(),
    // The feed has names that are not unique; people do not add one twice.
    uniqueIndex('items_added_once').on(parkId, type, sql`lower(name)`).where(sql`feed_id is null`),
    check('items_stars_counted', sql`least(one_star, two_stars, three_stars, four_stars, five_stars) >= 0`),
  ],
)

/** Entities of the feed whose items an admin has deleted: no catalogue brings them back. */
export const deletedFeedItems = pgTable('deleted_feed_items', {
  feedId: uuid().primaryKey(),
  deletedAt: instant().notNull(),
})

/** Names under reviews and requests: from identity's newest event, or from a newer access token. */
export const displayNames = pgTable('display_names', {
  userId: uuid().primaryKey(),
  /** Null for "Anonymous". */
  name: text(),
  /** The later of two names stands. */
  namedAt: instant().notNull(),
  /** `foldName` of the name that a moderator took away: it does not come back. */
  takenName: text(),
})

/** One rating of each user and item, with or without words. */
export const ratings = pgTable(
  'ratings',
  {
    id: uuid().primaryKey(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    /** Null in rows of a release before erasure deleted them. */
    userId: uuid(),
    stars: smallint().notNull(),
    comment: text(),
    /** The version of stars and comment together, from 1: a moderator's decision names the one that it judged. */
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
    /** When the user last changed it; null if never. */
    changedAt: instant(),
  },
  ({ itemId, userId, createdAt, id, stars }) => [
    unique('ratings_once').on(itemId, userId),
    index('ratings_newest').on(itemId, createdAt, id),
    index('ratings_of_user').on(userId),
    check('ratings_stars', sql`${stars} between 1 and 5`),
  ],
)

/** Suggestions of visitors: a new item, or an edit of one. A decision is final. */
export const itemRequests = pgTable(
  'item_requests',
  {
    id: uuid().primaryKey(),
    /** The item that an edit is about; null for a new item. */
    itemId: uuid(),
    /** The proposed name. */
    name: text().notNull(),
    description: text(),
    /** The item's name and text when an edit was asked for. */
    oldName: text(),
    oldDescription: text(),
    parkId: uuid().notNull(),
    type: text({ enum: ITEM_TYPES }).notNull(),
    /** SHA-256 of the proposal, hex: the same proposal is open once. */
    proposalHash: text().notNull(),
    /** Null once the account is deleted. */
    requestedBy: uuid(),
    createdAt: instant().notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull().default('pending'),
    /** Why it was rejected, as its author is told. */
    rejection: text({ enum: REJECTION_REASONS }),
    reviewedBy: uuid(),
    reviewedAt: instant(),
  },
  ({ type, status, rejection, createdAt, id, proposalHash, requestedBy, itemId, reviewedAt }) => [
    ...enumChecks({ type, status, rejection }),
    index('item_requests_newest').on(status, createdAt, id),
    index('item_requests_reviewed').on(reviewedAt),
    uniqueIndex('item_requests_open_once').on(proposalHash).where(sql`status = 'pending'`),
    index('item_requests_of_user').on(requestedBy),
    index('item_requests_of_item').on(itemId),
  ],
)

/** Visitors' reports of a version of a review, the newest of each. Open until a moderator has decided about the review. */
export const reviewReports = pgTable(
  'review_reports',
  {
    ratingId: uuid()
      .notNull()
      .references(() => ratings.id, { onDelete: 'cascade' }),
    reportedBy: uuid().notNull(),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    /** The reported version: the author may change the review before a moderator looks. */
    version: integer().notNull().default(1),
    comment: text(),
    createdAt: instant().notNull(),
    /** `kept` or `cleared`; null while open. The reports of a deleted review go with it. */
    decision: text({ enum: ['kept', 'cleared'] }),
    decidedBy: uuid(),
    decidedAt: instant(),
  },
  ({ ratingId, reportedBy, reason, decision, decidedAt, createdAt }) => [
    ...enumChecks({ reason, decision }),
    primaryKey({ columns: [ratingId, reportedBy] }),
    index('review_reports_open').on(createdAt, ratingId).where(sql`decision is null`),
    index('review_reports_of_user').on(reportedBy),
    index('review_reports_decided').on(decidedAt),
  ],
)
