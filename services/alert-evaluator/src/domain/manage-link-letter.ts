import type { Letter } from '@walkon/contracts/letter'

/** Answers who asked support for the link to their alerts. It belongs to no list: an address that has left all of them gets it too. */
export const MANAGE_LINK_LETTER: Letter = {
  kind: 'letter',
  name: 'manage-link',
  subject: 'The link to your alerts',
  preheader: 'Choose rides, change your limits, pause or stop.',
  about: ['Your alerts'],
  heading: 'Here is the link to your alerts',
  paragraphs: ['It opens your alerts: choose rides, change your limits, pause or stop. No password needed.'],
  action: { label: 'Manage your alerts', page: 'manage-alerts' },
  closing: 'Didn’t ask for it? Then do nothing: nothing has changed.',
  reason:
    'You’re getting this because somebody asked our support for the link to the alerts of this address.',
  shortText: 'The link to your alerts is in your email.',
}
