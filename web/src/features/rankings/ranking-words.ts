import type { RANKINGS_CODES } from '@walkon/contracts/http/rankings-codes'
import type { RejectionReason, RequestStatus } from '@walkon/contracts/http/moderation'
import type { ItemType, RatingSort, ReportReason } from '@walkon/contracts/http/rankings'
import { ApiError } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { problemText } from '../../lib/problem-texts.ts'

/** The words of the rankings, the moderators' queue and the items of admins (companion, sections 2, 5, 6 and 8). */
export const WORDS = {
  allParks: 'All Parks',
  emptyList: 'No items found. Be the first to rate something!',
  noRatings: 'No ratings yet',
  notRatedYet: 'Not rated yet',
  noAverage: 'N/A',
  noReviews: 'No reviews yet. Be the first to review!',
  signInToRate: 'Sign in to rate this item',
  anonymous: 'Anonymous',

  pleaseSignInToRate: 'Please sign in to rate items',
  pleaseSignInToEdit: 'Please sign in to suggest edits',
  pleaseSignInToAdd: 'Please sign in to suggest new items',
  starsRequired: 'Please select a star rating',

  parksFailed: 'Failed to load parks',
  rankingsFailed: 'Failed to load rankings',
  ratingSubmitted: 'Rating submitted',
  ratingUpdated: 'Rating updated',
  ratingFailed: 'Failed to submit rating',
  filtered: {
    title: 'Content Filtered',
    text: 'Inappropriate language has been filtered from your review',
  },

  requestSubmitted: { title: 'Request Submitted!', text: 'Your suggestion will be reviewed by moderators' },
  requestFailed: 'Failed to submit request',
  editSubmitted: {
    title: 'Edit Request Submitted!',
    text: 'Your suggested changes will be reviewed by moderators',
  },
  editFailed: 'Failed to submit edit request',
  noChanges: { title: 'No Changes', text: 'Please make changes before submitting' },

  requestsFailed: 'Failed to load requests',
  approveFailed: 'Failed to approve request',
  rejectFailed: 'Failed to reject request',
  requestApproved: 'Request Approved',
  addedToRankings: 'has been added to the rankings',
  requestRejected: 'Request Rejected',
  emptyRequests: {
    pending: 'No pending requests',
    approved: 'No approved requests',
    rejected: 'No rejected requests',
  },

  ownSuggestions: 'Your suggestions',
  noSuggestions: 'No suggestions yet',

  emptyReports: 'No reported reviews',
  reportsFailed: 'Failed to load reports',
  resetFailed: 'Failed to reset the name',
  decideFailed: 'Failed to decide the reports',

  itemsFailed: 'Failed to load items',
  itemAdded: 'Item added successfully',
  addFailed: 'Failed to add item',
  itemDeleted: 'Item deleted successfully',
  deleteFailed: 'Failed to delete item',
  deleteQuestion: 'Are you sure you want to delete this item?',
} as const

export const TYPE_NAMES: Record<ItemType, { one: string; tab: string }> = {
  ride: { one: 'Ride', tab: 'Rides' },
  food: { one: 'Food', tab: 'Food' },
  experience: { one: 'Experience', tab: 'Experiences' },
}

export const SORT_NAMES: Record<RatingSort, string> = {
  'highest-rated': 'Highest Rated',
  'most-reviews': 'Most Reviews',
}

export const STATUS_NAMES: Record<RequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

export const REJECTION_NAMES: Record<RejectionReason, string> = {
  exists: 'It is there already',
  'not-there': 'Not in this park',
  unclear: 'Not clear',
  unfit: 'Its words do not fit',
  gone: 'Its item is gone',
  other: 'Something else',
}

export const REASON_NAMES: Record<ReportReason, string> = {
  inappropriate: 'Inappropriate',
  spam: 'Spam',
  'off-topic': 'Off-topic',
  'not-ridden': 'Not ridden',
  other: 'Something else',
}

/** Words for one to five stars. */
export const STAR_WORDS = ['1, poor', '2, fair', '3, good', '4, very good', '5, the best'] as const

/** Words of a form before it asks the server. */
export const ENTRY_TEXTS: Record<string, ProblemText> = {
  itemName: { title: 'Name required', text: 'Please enter a name.' },
  itemPark: { title: 'Park required', text: 'Please choose a park.' },
}

/** "1 review", "12 reviews". */
export const reviewCount = (count: number): string =>
  count === 1 ? '1 review' : `${count.toLocaleString('en-US')} reviews`

/** Refusals by the rules of rankings. */
const REFUSALS: Record<keyof typeof RANKINGS_CODES, ProblemText> = {
  'item-not-found': { title: 'Not found', text: 'This item is no longer in the rankings.' },
  'rating-not-found': { title: 'Not found', text: 'You no longer have a rating here.' },
  'review-not-found': { title: 'Not found', text: 'This review has been removed.' },
  'own-review': {
    title: 'This is your review',
    text: 'You can change or delete it in the form above.',
  },
  'review-reported': {
    title: 'Reported already',
    text: 'You have reported this review. A moderator will look at it.',
  },
  'no-changes': WORDS.noChanges,
  'item-exists': { title: 'Already there', text: 'This park has an item with this name.' },
  'request-exists': {
    title: 'Already suggested',
    text: 'The same suggestion is waiting for a moderator.',
  },
  'too-many-open-requests': {
    title: 'That is enough for now',
    text: 'Your other suggestions are still waiting. You can send more once they are reviewed.',
  },
  'unknown-park': { title: 'Park not found', text: 'Please choose another park.' },
  'request-not-found': { title: 'Not found', text: 'This request no longer exists.' },
  'request-decided': { title: 'Already decided', text: 'Another moderator was first.' },
  'name-changed': { title: 'The name has changed', text: 'Its owner has another name by now.' },
  'report-decided': { title: 'Already decided', text: 'Another moderator was first.' },
}

/** A moderator decided about words that are others by now. */
const CONFLICT: ProblemText = {
  title: 'Something else by now',
  text: 'It has changed since you read it, and nothing was done. Please read it again.',
}

/** Returns the words for a refused call: the rule that refused it, or `failed` if the fault is ours. */
export function rankingProblem(error: unknown, failed: string): ProblemText {
  if (!(error instanceof ApiError)) return { title: failed, text: 'Please try again.' }
  // The answer names the moderator and the decision.
  if (error.code === 'request-decided') return { title: 'Already decided', text: `${error.message}.` }
  if (error.code === 'decision-conflict') return CONFLICT
  const refusal = (REFUSALS as Record<string, ProblemText | undefined>)[error.code]
  if (refusal) return refusal
  const general = problemText(error)
  return { title: failed, text: general.text }
}
