import type { Letter } from '@walkon/contracts/letter'

/** The name itself is not in it: a name that was not fit for others is in no mail. */
export const TAKEN_NAME_LETTER: Letter = {
  kind: 'letter',
  name: 'name-removed',
  subject: 'Your display name was removed',
  about: ['Park Ratings & Rankings'],
  heading: 'Your display name was removed',
  paragraphs: [
    'A moderator found that your display name does not fit under reviews. Your reviews stay, and are signed “Anonymous”.',
    'You can choose another name at any time.',
  ],
  action: { label: 'Choose another name', path: '/account' },
  reason: 'You’re getting this because you reviewed with your account.',
  shortText: 'Your display name was removed. Your reviews stay.',
}
