import {
  itemRequest,
  moderationCounts,
  ownItemRequest,
  reportedReview,
  type NameReset,
  type ReportDecision,
  type RequestStatus,
} from '@walkon/contracts/http/moderation'
import {
  item,
  itemDetail,
  ownRating,
  rankedItem,
  rankedParks,
  requestReceipt,
  review,
  savedRating,
  type ItemType,
  type NewItemRequest,
  type NewRating,
  type RatingSort,
  type ReportReason,
} from '@walkon/contracts/http/rankings'
import { queryOptions } from '@tanstack/react-query'
import { array, null as nothing, nullable, object, uuid } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'
import type { Decision } from './request-decisions.tsx'

/** Everything that the pages ask rankings. */

const MINUTE_MS = 60_000

export type ListFilters = { type: ItemType; parkId: string | null; sort: RatingSort; search: string }

export const rankingPath = '/rankings/items'
export const itemsPath = '/rankings/items-by-name'

/** A list as everybody sees it. A signed-in visitor gets it past the shared cache, with their own rating in it. */
export const rankingQuery = (caller: Caller | null, { type, parkId, sort, search }: ListFilters) =>
  pagesQuery(rankedItem, rankingPath, caller, {
    type,
    sort,
    ...(parkId !== null && { parkId }),
    ...(search !== '' && { search }),
  })

export const rankedParksQuery = queryOptions({
  queryKey: ['ranked-parks'],
  queryFn: ({ signal }) => request(rankedParks, '/rankings/parks', { signal }),
  staleTime: 10 * MINUTE_MS,
})

export const itemQuery = (itemId: string) =>
  queryOptions({
    queryKey: ['ranked-item', itemId],
    queryFn: ({ signal }) => request(itemDetail, `/rankings/items/${encodeURIComponent(itemId)}`, { signal }),
  })

const reviewsPath = (itemId: string) => `/rankings/items/${encodeURIComponent(itemId)}/reviews`

/** The reviews of an item, newest first. */
export const reviewsQuery = (itemId: string) => pagesQuery(review, reviewsPath(itemId), null)

const ratingPath = (itemId: string) => `/rankings/items/${encodeURIComponent(itemId)}/rating`

/** The caller's own rating; null without one. */
export const ownRatingQuery = (caller: Caller, itemId: string) =>
  queryOptions({
    queryKey: ['own-rating', caller.key, itemId],
    queryFn: ({ signal }) => request(nullable(ownRating), ratingPath(itemId), { caller, signal }),
  })

/** The queries that a change of an item's ratings concerns. */
export const ratingKeys = (itemId: string) => [
  ['own-rating'],
  ['ranked-item', itemId],
  [reviewsPath(itemId)],
  [rankingPath],
  [itemsPath],
]

export const saveRating = (caller: Caller, itemId: string, rating: NewRating) =>
  request(savedRating, ratingPath(itemId), { method: 'PUT', caller, body: rating })

export const deleteRating = (caller: Caller, itemId: string) =>
  request(nothing(), ratingPath(itemId), { method: 'DELETE', caller })

export const requestItem = (caller: Caller, wanted: NewItemRequest) =>
  request(requestReceipt, '/rankings/item-requests', { method: 'POST', caller, body: wanted })

export const requestEdit = (caller: Caller, itemId: string, edit: { name: string; description: string }) =>
  request(requestReceipt, `/rankings/items/${itemId}/edit-requests`, { method: 'POST', caller, body: edit })

export const reportReview = (caller: Caller, reviewId: string, reason: ReportReason) =>
  request(nothing(), `/rankings/reviews/${reviewId}/reports`, { method: 'POST', caller, body: { reason } })

const requestsPath = '/rankings/item-requests'

export const requestsQuery = (caller: Caller, status: RequestStatus) =>
  pagesQuery(itemRequest, requestsPath, caller, { status })

export const countsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['moderation-counts', caller.key],
    queryFn: ({ signal }) => request(moderationCounts, '/rankings/moderation/counts', { caller, signal }),
  })

export const reportsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['reported-reviews', caller.key],
    queryFn: ({ signal }) => request(array(reportedReview), '/rankings/reports', { caller, signal }),
  })

/** The queries that a decision of a moderator concerns. */
export const moderationKeys = [[requestsPath], ['moderation-counts'], ['reported-reviews']]

export const decideRequest = (
  caller: Caller,
  id: string,
  { decision, ...given }: Decision,
  requestId: string,
) =>
  request(nothing(), `${requestsPath}/${id}/${decision}`, {
    method: 'POST',
    caller,
    body: { requestId, ...given },
  })

const ownRequestsPath = '/rankings/own-item-requests'

/** The caller's suggestions, newest first. */
export const ownRequestsQuery = (caller: Caller) => pagesQuery(ownItemRequest, ownRequestsPath, caller)
export const ownRequestsKey = [ownRequestsPath]

export const resetName = (caller: Caller, reviewId: string, body: NameReset) =>
  request(nothing(), `/rankings/reviews/${reviewId}/name-reset`, { method: 'POST', caller, body })

export const decideReports = (caller: Caller, reviewId: string, body: ReportDecision) =>
  request(nothing(), `/rankings/reviews/${reviewId}/decision`, { method: 'POST', caller, body })

export const itemsQuery = (caller: Caller, search: string) =>
  pagesQuery(item, itemsPath, caller, { limit: '100', ...(search !== '' && { search }) })

export const addItem = (caller: Caller, added: NewItemRequest) =>
  request(object({ itemId: uuid() }), rankingPath, { method: 'POST', caller, body: added })

export const deleteItem = (caller: Caller, itemId: string) =>
  request(nothing(), `${rankingPath}/${itemId}`, { method: 'DELETE', caller })
