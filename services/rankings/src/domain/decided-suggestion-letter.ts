import type { RejectionReason } from '@walkon/contracts/http/moderation'
import type { Letter } from '@walkon/contracts/letter'
import { oneLine } from '@walkon/contracts/plain-text'

const REASONS: Record<RejectionReason, string> = {
  exists: 'It is in the rankings already.',
  'not-there': 'A moderator did not find it in this park.',
  unclear: 'A moderator could not tell what it is about.',
  unfit: 'A moderator found that its words do not fit the rankings.',
  gone: 'The item it was about is no longer in the rankings.',
  other: 'A moderator found that it does not help other visitors.',
}

export type DecidedSuggestion = {
  name: string
  isEdit: boolean
  /** The item that was added or changed; null where it was rejected. */
  itemId: string | null
  rejection: RejectionReason | null
}

/** Tells the decision on a suggestion and its reason. The suggestion's words go to their own author alone. */
export function toDecidedSuggestionLetter({
  name: given,
  isEdit,
  itemId,
  rejection,
}: DecidedSuggestion): Letter {
  const name = oneLine(given)
  const what = isEdit ? `Your edit of ${name}` : `Your suggestion ${name}`
  const outcome = itemId === null ? 'wasn’t accepted' : 'is in the rankings'
  return {
    kind: 'letter',
    name: 'suggestion-decided',
    subject: `${what} ${outcome}`.slice(0, 160),
    about: ['Park Ratings & Rankings'],
    heading: itemId === null ? 'Your suggestion wasn’t accepted' : 'Your suggestion was accepted',
    paragraphs:
      itemId === null
        ? [
            `${what} ${outcome}.`,
            REASONS[rejection ?? 'other'],
            'You can suggest something else at any time.',
          ]
        : [`${what} ${outcome}. Thank you.`],
    action: {
      label: 'Open the rankings',
      path: itemId === null ? '/park-rankings?suggestions=own' : `/park-rankings?item=${itemId}`,
    },
    reason: 'You’re getting this because you suggested it with your account.',
    shortText: `${what} ${outcome}.`.slice(0, 160),
  }
}
