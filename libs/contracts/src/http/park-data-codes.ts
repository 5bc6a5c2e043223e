import type { CodesOf } from './problem-definition.ts'

/** The codes of park-data's own rules. */
export const PARK_DATA_CODES = {
  'park-not-found': {
    status: 404,
    owner: 'park-data',
    title: 'No such park',
    explanation: 'No park has this id. Billing answers it as well, for a park that it has not heard of.',
  },
  'attraction-not-found': {
    status: 404,
    owner: 'park-data',
    title: 'No such attraction',
    explanation: 'No attraction has this id.',
  },
  'date-out-of-range': {
    status: 422,
    owner: 'park-data',
    title: 'Date out of range',
    explanation: 'The day lies in the future, or is older than the history that is kept.',
  },
} as const satisfies CodesOf<'park-data'>
