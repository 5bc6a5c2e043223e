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
  'table-link-invalid': {
    status: 404,
    owner: 'planner',
    title: 'Invalid link',
    explanation: 'No mail of the last seven days that told of a table has this token.',
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
  'lane-invitation-invalid': {
    status: 404,
    owner: 'planner',
    title: 'Invalid invitation',
    explanation: 'No invitation to Lightning Lane Assist has this token, or a newer one has taken its place.',
  },
  'lane-invitation-expired': {
    status: 410,
    owner: 'planner',
    title: 'Invitation expired',
    explanation: 'The invitation to Lightning Lane Assist was not answered in time; another one may be sent.',
  },
  'lane-connection-required': {
    status: 409,
    owner: 'planner',
    title: 'Disney account required',
    explanation: 'Nobody has answered an invitation of this account yet, which bookings and a new day need.',
  },
  'lane-times-unpublished': {
    status: 409,
    owner: 'planner',
    title: 'No return times',
    explanation: 'The park publishes no return times, so no Lightning Lane Assist day is sold there.',
  },
  'lane-subscription-required': {
    status: 403,
    owner: 'planner',
    title: 'Assist day required',
    explanation: 'The account has no Lightning Lane Assist day that runs now.',
  },
  'lane-offering-gone': {
    status: 409,
    owner: 'planner',
    title: 'Not offered any more',
    explanation: 'The attraction is not offered in this way at this moment; nothing was booked.',
  },
  'lane-preference-exists': {
    status: 409,
    owner: 'planner',
    title: 'Preference exists',
    explanation: 'The account has a preference for this attraction already, which may be changed.',
  },
  'lane-preference-not-found': {
    status: 404,
    owner: 'planner',
    title: 'Preference not found',
    explanation: 'The account has no preference with this id.',
  },
  'lane-booking-not-found': {
    status: 404,
    owner: 'planner',
    title: 'Booking not found',
    explanation: 'The account has no booking with this id.',
  },
} as const satisfies CodesOf<'planner'>
