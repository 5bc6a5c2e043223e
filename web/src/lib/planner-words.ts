import { wordsOf } from './problem-texts.ts'

/** Returns the words for a refused call of the planner: its features share them. */
export const plannerProblem = wordsOf<'planner'>({
  'gate-closed': { title: 'Coming soon', text: 'This is not open yet. Please reload the page.' },
  'gate-password-wrong': { title: 'Incorrect password', text: 'Please try again.' },
  'restaurant-not-found': { title: 'Alert Creation Error', text: 'Could not find restaurant slug' },
  'restaurant-dates-invalid': {
    title: 'Missing dates',
    text: 'A day is over at this park, or more than a year ahead. Please select dates from today on.',
  },
  'restaurant-address-foreign': {
    title: 'Missing information',
    text: 'Restaurant alerts go to the email address of your account.',
  },
  'restaurant-alerts-full': {
    title: 'Too many restaurant alerts',
    text: 'You have 20 restaurant alerts, as many as one account may have. Delete one to make room.',
  },
  'restaurant-alert-not-found': {
    title: 'Not found',
    text: 'This restaurant alert no longer exists. Please reload the page.',
  },
  'table-link-invalid': {
    title: 'This link does not work',
    text: 'An email about a table works for seven days. Open the newest one.',
  },
  'lane-invitation-invalid': {
    title: 'This link does not work',
    text: 'There may be a newer invitation. Open the newest email, or ask for another one.',
  },
  'lane-invitation-expired': {
    title: 'Invitation expired',
    text: 'Ask for another one and press its button in time.',
  },
  'lane-connection-required': {
    title: 'Disney Account Required',
    text: 'Connect your Disney account first.',
  },
  'lane-times-unpublished': {
    title: 'No return times',
    text: 'This park publishes no return times, so no day is sold there.',
  },
  'lane-subscription-required': {
    title: 'Subscription required',
    text: 'You need a paid day that is running now.',
  },
  'lane-offering-gone': { title: 'Not offered any more', text: 'Another return time may open soon.' },
  'lane-preference-exists': {
    title: 'Already added',
    text: 'You already watch this attraction. Change its preference instead.',
  },
  'lane-preference-not-found': {
    title: 'Already removed',
    text: 'This preference is gone. Please reload the page.',
  },
  'lane-booking-not-found': { title: 'No such booking', text: 'Please reload the page.' },
})
