import type { Letter } from '@walkon/contracts/letter'

/** Letters about an application. Its address is not proved, so they hold no text of the applicant. */

const ABOUT = ['Affiliate program']
const REASON = 'You’re getting this because this address was in an application to our affiliate program.'

type Accepted = { code: string; channel: 'email' | 'sms'; percent: number }

const ALERTS = { email: 'email alerts', sms: 'SMS alerts' } as const

export function toAcceptedLetter({ code, channel, percent }: Accepted): Letter {
  const offer = percent === 100 ? `makes ${ALERTS[channel]} free` : `takes ${percent}% off ${ALERTS[channel]}`
  return {
    kind: 'letter',
    name: 'affiliate-accepted',
    subject: 'Welcome to the Walkon affiliate program',
    preheader: 'Your application is accepted, and your own promo code is ready.',
    about: ABOUT,
    heading: 'You’re in',
    paragraphs: [
      `We have accepted your application. Your promo code is ${code}: it ${offer}.`,
      'Share it with your followers. They enter it when they order, and we count each order that is paid with it.',
      'We’ll write to you about commissions and the next steps. Reply to this mail with any question.',
    ],
    action: { label: 'See what the code is for', path: '/pricing' },
    reason: REASON,
    shortText: 'Your application to the Walkon affiliate program is accepted.',
  }
}

export function toDeclinedLetter(): Letter {
  return {
    kind: 'letter',
    name: 'affiliate-declined',
    subject: 'Your application to the Walkon affiliate program',
    preheader: 'We can’t accept your application this time.',
    about: ABOUT,
    heading: 'Not this time',
    paragraphs: [
      'Thank you for your application. We can’t accept your application this time.',
      'You’re welcome to apply again when your channels have grown or changed.',
    ],
    action: { label: 'About the program', path: '/affiliate-program' },
    reason: REASON,
    shortText: 'We can’t accept your application to the affiliate program this time.',
  }
}
