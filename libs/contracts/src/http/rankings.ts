import { z } from 'zod/mini'
import { toLine } from '../plain-text.ts'
import { feedId, instant } from '../values.ts'
import { pageQuery } from './page.ts'
import { optionalText } from './written-text.ts'

/** Items, ratings and reviews, under `/api/rankings` (companion, sections 2, 3 and 5). */

export const ITEM_TYPES = ['ride', 'food', 'experience'] as const
export const itemType = z.enum(ITEM_TYPES)
export type ItemType = z.output<typeof itemType>

/** Highest Rated: by the shown average. Most Reviews: by how many rated. */
export const SORTS = ['highest-rated', 'most-reviews'] as const
export const ratingSort = z.enum(SORTS)
export type RatingSort = z.output<typeof ratingSort>

export const MIN_STARS = 1
export const MAX_STARS = 5
export const stars = z.int().check(z.minimum(MIN_STARS), z.maximum(MAX_STARS))

export const MAX_NAME_LENGTH = 120
export const MAX_DESCRIPTION_LENGTH = 1_000
export const MAX_COMMENT_LENGTH = 2_000

export const itemName = z.string().check(z.overwrite(toLine), z.minLength(1), z.maxLength(MAX_NAME_LENGTH))

export const itemDescription = optionalText(MAX_DESCRIPTION_LENGTH)
export const reviewComment = optionalText(MAX_COMMENT_LENGTH)

/** `GET /api/rankings/parks`: the parks that have items or may have, by name. */
export const rankedParks = z.array(
  z.object({ parkId: feedId, name: z.string(), destinationName: z.string() }),
)
export type RankedPark = z.output<typeof rankedParks>[number]

export const item = z.object({
  itemId: z.uuid(),
  /** The entity of the park feed; null for an item that people added. */
  feedId: z.nullable(feedId),
  name: z.string(),
  description: z.nullable(z.string()),
  type: itemType,
  parkId: feedId,
  parkName: z.string(),
  /** The mean of all ratings, rounded to one decimal; null without a rating. */
  average: z.nullable(z.number()),
  ratingCount: z.int(),
})
export type Item = z.output<typeof item>

/** Part of a name in a query string; blank is none. */
const searchText = z.pipe(
  z.optional(z.string().check(z.overwrite(toLine), z.maxLength(100))),
  z.transform((text) => text || undefined),
)

/** `GET /api/rankings/items` */
export const rankedListQuery = z.extend(pageQuery, {
  type: itemType,
  /** All parks without it. */
  parkId: z.optional(feedId),
  sort: z.prefault(ratingSort, 'highest-rated'),
  search: searchText,
})
export type RankedListQuery = z.output<typeof rankedListQuery>

/** `GET /api/rankings/items-by-name` */
export const itemListQuery = z.extend(pageQuery, { search: searchText })
export type ItemListQuery = z.output<typeof itemListQuery>

/**
 * An item in a list: `rank` is its place among all items of the list's park, type and sort, from 1. Null for an item without a rating:
 * those follow the ranked ones, the most wanted first.
 */
export const rankedItem = z.extend(item, { rank: z.nullable(z.int()) })
export type RankedItem = z.output<typeof rankedItem>

/** How many gave one, two, three, four and five stars. */
export const starCounts = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()])

export const itemDetail = z.extend(item, { starCounts })
export type ItemDetail = z.output<typeof itemDetail>

/** A review as everybody sees it. */
export const review = z.object({
  reviewId: z.uuid(),
  stars,
  comment: z.nullable(z.string()),
  /** The display name of the reviewer; null for "Anonymous". Never an address. */
  reviewer: z.nullable(z.string()),
  postedAt: instant,
  /** When the reviewer last changed it; null if never. */
  changedAt: z.nullable(instant),
})
export type Review = z.output<typeof review>

export const newRating = z.object({ stars, comment: reviewComment })
export type NewRating = z.input<typeof newRating>

/** The caller's own rating of an item. */
export const ownRating = z.object({ reviewId: z.uuid(), stars, comment: z.nullable(z.string()) })
export type OwnRating = z.output<typeof ownRating>

export const savedRating = z.extend(ownRating, {
  /** False where an earlier rating of the caller was changed. */
  isNew: z.boolean(),
  /** True if words of the comment were masked. */
  isFiltered: z.boolean(),
})

export const newItemRequest = z.object({
  name: itemName,
  parkId: feedId,
  type: z.prefault(itemType, 'ride'),
  description: itemDescription,
})
export type NewItemRequest = z.input<typeof newItemRequest>

/** The whole name and description as the visitor would have them. */
export const newEditRequest = z.object({ name: itemName, description: itemDescription })

export const requestReceipt = z.object({ requestId: z.uuid() })

/** Why a visitor reports a review, and why a moderator removes one. */
export const REPORT_REASONS = ['inappropriate', 'spam', 'off-topic', 'not-ridden', 'other'] as const
export const reportReason = z.enum(REPORT_REASONS)
export type ReportReason = z.output<typeof reportReason>

export const newReport = z.object({ reason: reportReason })

/** An item that an admin adds. */
export const newItem = z.object({
  name: itemName,
  parkId: feedId,
  type: z.prefault(itemType, 'ride'),
  description: itemDescription,
})
