import type { CodesOf } from './problem-definition.ts'

/** Codes of planner (docs/decisions/error-catalogue.md). */
export const PLANNER_CODES = {
  'restaurant-not-found': {
    status: 404,
    owner: 'planner',
    title: 'No such restaurant',
    explanation: 'No restaurant has this id, or the feed has stopped listing it; nothing was stored.',
  },
  'restaurant-dates-invalid': {
    status: 422,
    owner: 'planner',
    title: 'Invalid dates',
    explanation: 'A day is over in the park, or more than a year ahead.',
  },
  'restaurant-address-foreign': {
    status: 422,
    owner: 'planner',
    title: 'Not the account’s address',
    explanation:
      'Restaurant alerts are mailed to the confirmed address of the account alone. Another address needs an account of its own.',
  },
  'restaurant-alerts-full': {
    status: 409,
    owner: 'planner',
    title: 'Too many restaurant alerts',
    explanation:
      'The account has as many active restaurant alerts as one account may have. Deleting one makes room.',
  },
  'restaurant-alert-not-found': {
    status: 404,
    owner: 'planner',
    title: 'No such restaurant alert',
    explanation: 'No restaurant alert has this id, or it is not the caller’s.',
  },
  'gate-closed': {
    status: 403,
    owner: 'planner',
    title: 'Coming soon',
    explanation:
      'The feature is announced and not open yet, and the request has no key to its gate, or one that has ended.',
  },
  'gate-password-wrong': {
    status: 403,
    owner: 'planner',
    title: 'Incorrect password',
    explanation: 'The password is not that of the gate. Wrong ones are limited.',
  },
} as const satisfies CodesOf<'planner'>
