import type { CodesOf } from './problem-definition.ts'

/** Codes of flights (docs/decisions/error-catalogue.md). */
export const FLIGHTS_CODES = {
  'flight-origin-unknown': {
    status: 422,
    owner: 'flights',
    title: 'Unknown home airport',
    explanation: 'The provider of fares knows no airport with the code given as the home airport.',
  },
  'flight-dates-invalid': {
    status: 422,
    owner: 'flights',
    title: 'Invalid dates',
    explanation:
      'The departure is over at the home airport, or further ahead than airlines sell, or the return is before it.',
  },
  'flight-airport-elsewhere': {
    status: 422,
    owner: 'flights',
    title: 'Airport of another destination',
    explanation: 'The airport chosen is none of those of the destination.',
  },
  'flight-search-failed': {
    status: 503,
    owner: 'flights',
    title: 'Flight search failed',
    explanation:
      'The provider of fares did not answer any of the airports, or not in a way that can be read. The same search may succeed later.',
  },
  'flight-searches-busy': {
    status: 429,
    owner: 'flights',
    title: 'Too many searches at once',
    explanation:
      'More searches wait than may be made of the provider in a minute, so it was not asked. The same search may succeed a few seconds later.',
  },
  'flight-searches-spent': {
    status: 503,
    owner: 'flights',
    title: 'No more searches today',
    explanation:
      'The searches that may be bought of the provider in a day are spent, or kept for the checks of alerts. `Retry-After` says when the next day begins.',
  },
  'flight-alerts-full': {
    status: 409,
    owner: 'flights',
    title: 'Too many flight alerts',
    explanation:
      'The address has as many active flight alerts as one address may have. Deleting one makes room.',
  },
  'flight-alert-not-found': {
    status: 404,
    owner: 'flights',
    title: 'No such flight alert',
    explanation: 'No flight alert has this id, or it is not the caller’s.',
  },
  'flight-link-invalid': {
    status: 404,
    owner: 'flights',
    title: 'Unknown link',
    explanation: 'The link to confirm a flight alert is not one of ours, or its alert was deleted.',
  },
  'flight-link-expired': {
    status: 410,
    owner: 'flights',
    title: 'Link expired',
    explanation:
      'The link to confirm a flight alert is too old, or the day of departure is over. Set the alert again.',
  },
  'airline-logo-not-found': {
    status: 404,
    owner: 'flights',
    title: 'No such logo',
    explanation: 'The airline has no logo; draw the letters of its code.',
  },
} as const satisfies CodesOf<'flights'>
