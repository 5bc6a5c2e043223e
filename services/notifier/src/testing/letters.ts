import type { Letter } from '@walkon/contracts/letter'

export const CODE = '048291'
export const TOKEN = 'c2VjcmV0LXRva2VuLW9mLWEtbGluaw'

/** A letter that was asked for, with a link and a code. */
export const aLetter = (overrides: Partial<Letter> = {}): Letter => ({
  kind: 'letter',
  name: 'sign-in',
  subject: 'Sign in to Walkon',
  preheader: 'One press signs you in.',
  about: ['Your account'],
  heading: 'Sign in',
  paragraphs: ['Somebody asked to sign in. If it was you, press the button.'],
  action: {
    label: 'Sign me in',
    path: `/auth/confirm?token=${TOKEN}&type=magiclink`,
    worksUntil: '2099-01-02T00:00:00Z',
  },
  code: { ask: 'Or enter this code:', value: CODE, worksUntil: '2099-01-01T00:00:00Z' },
  closing: 'If it was not you, do nothing.',
  further: [{ label: 'Choose a new password', path: '/auth/forgot' }],
  reason: 'You get this because somebody asked to sign in.',
  shortText: 'Sign in to Walkon.',
  ...overrides,
})

/** A letter of the alerts, which can be left. */
export const anAlertsLetter = (overrides: Partial<Letter> = {}): Letter => {
  const { code: _, closing: __, ...letter } = aLetter()
  return {
    ...letter,
    name: 'alerts-activated',
    subject: 'Alerts are on',
    about: ['Magic Kingdom', '16 April'],
    heading: 'Alerts are on',
    preheader: 'We watch your rides.',
    paragraphs: ['We watch your rides.'],
    action: { label: 'Choose your rides', page: 'manage-alerts' },
    further: [{ label: 'See live wait times', path: '/live-wait-times' }],
    whenUnsubscribed: {
      subject: 'Your alerts wait for you',
      heading: 'Your alerts wait',
      paragraphs: ['They cover 16 April.'],
      further: [{ label: 'Choose your rides', page: 'manage-alerts' }],
    },
    ...overrides,
  }
}
