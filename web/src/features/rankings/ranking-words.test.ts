import { expect, test } from 'vitest'
import { WORDS } from './ranking-words.ts'

/** The texts of the documents about rankings, requests, moderation and items (companion, sections 2, 5, 6 and 8). */
const SPECIFIED = [
  'All Parks',
  'No items found. Be the first to rate something!',
  'No ratings yet',
  'N/A',
  'No reviews yet. Be the first to review!',
  'Sign in to rate this item',
  'Anonymous',
  'Please sign in to rate items',
  'Please sign in to suggest edits',
  'Please sign in to suggest new items',
  'Please select a star rating',
  'Failed to load parks',
  'Failed to load rankings',
  'Rating submitted',
  'Rating updated',
  'Failed to submit rating',
  'Content Filtered',
  'Inappropriate language has been filtered from your review',
  'Request Submitted!',
  'Your suggestion will be reviewed by moderators',
  'Failed to submit request',
  'Edit Request Submitted!',
  'Your suggested changes will be reviewed by moderators',
  'Failed to submit edit request',
  'No Changes',
  'Please make changes before submitting',
  'Failed to load requests',
  'Failed to approve request',
  'Failed to reject request',
  'Request Approved',
  'has been added to the rankings',
  'Request Rejected',
  'No pending requests',
  'No approved requests',
  'No rejected requests',
  'Failed to load items',
  'Item added successfully',
  'Failed to add item',
  'Item deleted successfully',
  'Failed to delete item',
  'Are you sure you want to delete this item?',
]

const textsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [value]

test.each(SPECIFIED)('“%s” is said to the letter', (text) => {
  expect(textsOf(WORDS)).toContain(text)
})
