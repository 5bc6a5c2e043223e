import type { Letter } from '@walkon/contracts/letter'

/**
 * Shows that mail arrives at an address from which alerts came back: its button turns them on again. Its other words are for an
 * address to which they go by then.
 */
export const ADDRESS_LETTER: Letter = {
  kind: 'letter',
  name: 'alerts-address',
  subject: 'Turn your alert emails on again',
  about: ['Your alerts'],
  heading: 'Your alert emails are on',
  paragraphs: ['Alert emails go to this address again. There is nothing left to do.'],
  action: { label: 'Choose your rides', page: 'manage-alerts' },
  reason: 'You’re getting this because the owner of this address asked for alert emails again.',
  shortText: 'Alert emails go to your address again.',
  whenUnsubscribed: {
    subject: 'Turn your alert emails on again',
    heading: 'Turn your alert emails on again',
    paragraphs: ['If you did not ask for this, do nothing.'],
    further: [{ label: 'Choose your rides', page: 'manage-alerts' }],
  },
}
