import type { Letter } from '@walkon/contracts/letter'
import { NEWSLETTER_WHEN } from '@walkon/contracts/newsletter-words'

/** Asks the owner of an address for a yes. Opening the link confirms nothing, because mail scanners open links: its page has a button. */
export const toNewsletterQuestion = (path: string, expiresAt: Date): Letter => ({
  kind: 'letter',
  name: 'newsletter-question',
  subject: 'Confirm your newsletter',
  preheader: 'One tap, and news from Walkon comes to this address.',
  about: ['Newsletter'],
  heading: 'Get the Walkon newsletter?',
  paragraphs: [`Confirm, and we’ll email you ${NEWSLETTER_WHEN}. You can leave at any time with one tap.`],
  action: { label: 'Confirm my newsletter', path, worksUntil: expiresAt.toISOString() },
  closing: 'If you did not ask for this, do nothing. Unless you confirm, no newsletter comes.',
  reason: 'You’re getting this because someone entered this address for the newsletter.',
  shortText: 'Confirm your newsletter.',
})

/** Tells the owner alone that the address is subscribed: others get the answer of a first time. */
export const ALREADY_SUBSCRIBED: Letter = {
  kind: 'letter',
  name: 'newsletter-known',
  subject: 'You already get our newsletter',
  preheader: 'There is nothing left to do.',
  about: ['Newsletter'],
  heading: 'You already get our newsletter',
  paragraphs: [
    'Someone entered this address for the newsletter. It is subscribed already, so there is nothing left to do.',
  ],
  closing: 'To leave, use “Unsubscribe” in any issue.',
  reason: 'You’re getting this because someone entered this address for the newsletter.',
  shortText: 'You already get our newsletter.',
}
