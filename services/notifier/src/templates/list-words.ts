import { NEWSLETTER_WHEN } from '@walkon/contracts/newsletter-words'
import type { MailList } from '@walkon/contracts/values'

/** The words for a list that can be left. */
export type ListWords = {
  /** The mails of the list, in the plural. */
  mails: string
  /** One of them, at the beginning of a sentence. */
  one: string
  /** When they come: the words after `Walkon emails you`. */
  when: string
}

export const LIST_WORDS: Record<MailList, ListWords> = {
  'ride-alerts': {
    mails: 'alert emails',
    one: 'An alert email',
    when: 'when a ride you chose is short',
  },
  newsletter: {
    mails: 'newsletter emails',
    one: 'A newsletter email',
    when: NEWSLETTER_WHEN,
  },
  flights: {
    mails: 'flight price emails',
    one: 'A flight price email',
    when: 'when a flight you watch falls to your price',
  },
  restaurants: {
    mails: 'restaurant emails',
    one: 'A restaurant email',
    when: 'when a restaurant you chose has a table',
  },
  'lightning-lane': {
    mails: 'Lightning Lane emails',
    one: 'A Lightning Lane email',
    when: 'about the Lightning Lane times you chose',
  },
}

/** For the beginning of a sentence. */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
