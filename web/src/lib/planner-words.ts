import { wordsOf } from './problem-texts.ts'

/** What to tell of a refused call of the planner: its features share the words. */
export const plannerProblem = wordsOf<'planner'>({
  'gate-closed': { title: 'Coming soon', text: 'This is not open yet. Please reload the page.' },
  'gate-password-wrong': { title: 'Incorrect password', text: 'Please try again.' },
  'restaurant-not-found': { title: 'Alert Creation Error', text: 'Could not find restaurant slug' },
  'restaurant-dates-invalid': {
    title: 'Missing dates',
    text: 'A day is over in this park, or more than a year ahead. Please select at least one date from today on.',
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
})
