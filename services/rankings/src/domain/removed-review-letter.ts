import type { ReportReason } from '@walkon/contracts/http/rankings'
import type { Letter } from '@walkon/contracts/letter'
import { oneLine } from '@walkon/contracts/plain-text'

const REASONS: Record<ReportReason, string> = {
  inappropriate: 'A moderator found its words inappropriate.',
  spam: 'A moderator found that it is advertising.',
  'off-topic': 'A moderator found that it is about something else.',
  'not-ridden': 'A moderator found that it is not about a visit of your own.',
  other: 'A moderator found that it does not help other visitors.',
}

export type RemovedReview = {
  item: { itemId: string; name: string; parkName: string }
  removal: 'clear' | 'delete'
  reason: ReportReason
}

/** Tells the removed part and the reason, and what the author can do. */
export function toRemovedReviewLetter({ item, removal, reason }: RemovedReview): Letter {
  const name = oneLine(item.name)
  const what = removal === 'delete' ? 'Your review' : 'The text of your review'
  return {
    kind: 'letter',
    name: 'review-removed',
    subject: `${what} of ${name} was removed`.slice(0, 160),
    about: ['Park Ratings & Rankings', oneLine(item.parkName)],
    heading: `${what} was removed`,
    paragraphs: [
      removal === 'delete'
        ? `Other visitors reported your review of ${name}, and it is no longer in the rankings. Its stars do not count any more.`
        : `Other visitors reported your review of ${name}. Its words are no longer shown; your stars still count.`,
      REASONS[reason],
      'You can write another review at any time.',
    ],
    action: { label: 'Open the rankings', path: `/park-rankings?item=${item.itemId}` },
    reason: 'You’re getting this because you reviewed it with your account.',
    shortText: `${what} of ${name} was removed.`.slice(0, 160),
  }
}
