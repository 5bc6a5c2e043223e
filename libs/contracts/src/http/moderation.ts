import { z } from 'zod/mini'
import { feedId, instant } from '../values.ts'
import { ofDecision, ofRequest, seenVersion } from './decision.ts'
import { pageQuery } from './page.ts'
import { itemName, itemType, reportReason, stars } from './rankings.ts'

/** The moderators' queue, under `/api/rankings` (companion, sections 2 and 4). */

export const REQUEST_STATUSES = ['pending', 'approved', 'rejected'] as const
export const requestStatus = z.enum(REQUEST_STATUSES)
export type RequestStatus = z.output<typeof requestStatus>

/** The changes of an edit, from and to; a part that stays is null. */
const editOf = z.object({
  itemId: z.uuid(),
  name: z.nullable(z.object({ from: z.string(), to: z.string() })),
  description: z.nullable(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
})

/** Why a suggestion is rejected. `gone`: its item has been deleted, which rejects it by itself. */
export const REJECTION_REASONS = ['exists', 'not-there', 'unclear', 'unfit', 'gone', 'other'] as const
export const rejectionReason = z.enum(REJECTION_REASONS)
export type RejectionReason = z.output<typeof rejectionReason>

export const itemRequest = z.object({
  requestId: z.uuid(),
  /** The name that is asked for; of an edit, the item's name when it was asked. */
  name: z.string(),
  /** An edit's text has the marker "EDIT REQUEST for" (companion, section 7). */
  description: z.nullable(z.string()),
  parkId: feedId,
  parkName: z.string(),
  type: itemType,
  status: requestStatus,
  /** The reason of a rejected request; null in those of an earlier release. */
  rejection: z.nullable(rejectionReason),
  /** Null for a request of a new item. */
  edit: z.nullable(editOf),
  /** For a new item that waits: up to three items of its park with a name like it, the closest first. */
  alike: z.array(z.string()),
  /** Display names; null for "Anonymous" and for an account that is gone. */
  requestedBy: z.nullable(z.string()),
  requestedAt: instant,
  reviewedBy: z.nullable(z.string()),
  reviewedAt: z.nullable(instant),
})
export type ItemRequest = z.output<typeof itemRequest>

/** `GET /api/rankings/own-item-requests`: the caller's suggestions, with their outcomes. */
export const ownItemRequest = z.pick(itemRequest, {
  requestId: true,
  name: true,
  description: true,
  parkId: true,
  parkName: true,
  type: true,
  status: true,
  rejection: true,
  edit: true,
  requestedAt: true,
  reviewedAt: true,
})
export type OwnItemRequest = z.output<typeof ownItemRequest>

/** `GET /api/rankings/item-requests` */
export const requestListQuery = z.extend(pageQuery, { status: z.prefault(requestStatus, 'pending') })
export type RequestListQuery = z.output<typeof requestListQuery>

/** The optional body of an approval. `name` and `type` correct those of a new item; an edit is taken as it was asked for. */
export const approval = z.nullish(
  z.object({ ...ofRequest, name: z.optional(itemName), type: z.optional(itemType) }),
)
export type Approval = z.output<typeof approval>
/** A rejection; its reason is told to the author. */
export const rejection = z.nullish(z.object({ ...ofRequest, reason: z.optional(rejectionReason) }))
export type Rejection = z.output<typeof rejection>

/** Takes away the name under a review. `name` is the one that was judged: 409 where it is another by now. */
export const nameReset = z.object({ ...ofRequest, name: z.string().check(z.minLength(1), z.maxLength(200)) })
export type NameReset = z.output<typeof nameReset>

/** `GET /api/rankings/moderation/counts` */
export const moderationCounts = z.object({
  pending: z.int(),
  approved: z.int(),
  rejected: z.int(),
  /** Reviews with a report that waits for a decision. */
  reports: z.int(),
})
export type ModerationCounts = z.output<typeof moderationCounts>

/** A review that visitors have reported and no moderator has decided. */
export const reportedReview = z.object({
  reviewId: z.uuid(),
  itemId: z.uuid(),
  itemName: z.string(),
  parkName: z.string(),
  stars,
  comment: z.nullable(z.string()),
  /** The version of stars and comment that is decided on. */
  version: seenVersion,
  /** The words that were reported first, where the author has changed them since. */
  reportedComment: z.nullable(z.string()),
  reviewer: z.nullable(z.string()),
  postedAt: instant,
  /** How many reported it for which reason, the most named first. */
  reasons: z.array(z.object({ reason: reportReason, count: z.int() })),
  firstReportedAt: instant,
})
export type ReportedReview = z.output<typeof reportedReview>

/** `version` is that of the list of reports. `keep`: nothing is wrong. `clear`: the stars stay, the words go. `delete`: the rating goes. The author is told of the last two. */
export const reportDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('keep'), ...ofDecision }),
  z.object({ decision: z.literal('clear'), reason: reportReason, ...ofDecision }),
  z.object({ decision: z.literal('delete'), reason: reportReason, ...ofDecision }),
])
export type ReportDecision = z.output<typeof reportDecision>
