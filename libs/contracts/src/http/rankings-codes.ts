import type { CodesOf } from './problem-definition.ts'

/** Codes of rankings (docs/decisions/error-catalogue.md). */
export const RANKINGS_CODES = {
  'item-not-found': {
    status: 404,
    owner: 'rankings',
    title: 'No such item',
    explanation: 'No item has this id, or an admin has deleted it.',
  },
  'rating-not-found': {
    status: 404,
    owner: 'rankings',
    title: 'No rating',
    explanation: 'The account has not rated this item.',
  },
  'review-not-found': {
    status: 404,
    owner: 'rankings',
    title: 'No such review',
    explanation: 'No review has this id: its author or a moderator has removed it.',
  },
  'own-review': {
    status: 409,
    owner: 'rankings',
    title: 'Own review',
    explanation: 'A review is reported by others than its author, who can change or delete it.',
  },
  'review-reported': {
    status: 409,
    owner: 'rankings',
    title: 'Reported already',
    explanation:
      'The account has reported this review before as it is now; each version of a review is reported once by each account.',
  },
  'no-changes': {
    status: 422,
    owner: 'rankings',
    title: 'No changes',
    explanation: 'The edit has the name and the description that the item has.',
  },
  'item-exists': {
    status: 409,
    owner: 'rankings',
    title: 'Item exists',
    explanation: 'The park has an item of this type with this name.',
  },
  'request-exists': {
    status: 409,
    owner: 'rankings',
    title: 'Request exists',
    explanation: 'The same change is suggested already and waits for a moderator; nothing was stored.',
  },
  'too-many-open-requests': {
    status: 409,
    owner: 'rankings',
    title: 'Too many open requests',
    explanation:
      'As many suggestions of the account as may wait at once are waiting; one can be sent when another is decided.',
  },
  'unknown-park': {
    status: 422,
    owner: 'rankings',
    title: 'Unknown park',
    explanation: 'No park has this id; nothing was stored.',
  },
  'request-not-found': {
    status: 404,
    owner: 'rankings',
    title: 'No such request',
    explanation: 'No request has this id.',
  },
  'request-decided': {
    status: 409,
    owner: 'rankings',
    title: 'Request decided',
    explanation:
      'A moderator has decided this request before; `detail` says who and how. A decision is final.',
  },
  'name-changed': {
    status: 409,
    owner: 'rankings',
    title: 'Name changed',
    explanation: 'The author has another display name by now; read the review again.',
  },
  'report-decided': {
    status: 409,
    owner: 'rankings',
    title: 'Report decided',
    explanation: 'No report of this review waits for a decision: another moderator was first.',
  },
} as const satisfies CodesOf<'rankings'>
