import type { ProblemText } from '../../lib/form-texts.ts'
import { wordsOf } from '../../lib/problem-texts.ts'
import { isVague } from '../../lib/vague-failure.ts'

/** The texts of companion, sections 5 and 8. */
export const MISSING: ProblemText = {
  title: 'Missing Information',
  text: 'Please fill in all required fields',
}
export const MISSING_FOR_ALERT: ProblemText = {
  title: 'Missing Information',
  text: 'Please fill in all fields to set up an alert',
}
export const PRICE_UNREADABLE: ProblemText = {
  title: 'Please check the price',
  text: 'Enter your highest price in US dollars, such as 312.',
}
const SEARCH_FAILED: ProblemText = {
  title: 'Search Failed',
  text: 'Unable to search flights. Please try again.',
}
const ALERT_FAILED: ProblemText = {
  title: 'Subscription Failed',
  text: 'Unable to create alert. Please try again.',
}
export const ALERT_CREATED: ProblemText = {
  title: 'Alert Created!',
  text: "You'll receive an email when we find deals matching your criteria.",
}

/** Returns the words for a failure of flights' API. A logo that is not there is drawn as letters. */
export const flightProblem = wordsOf<'flights', 'airline-logo-not-found'>({
  'flight-origin-unknown': {
    title: 'Home airport not found',
    text: 'No airport has this code. Choose one from the list, such as BOS.',
  },
  'flight-dates-invalid': {
    title: 'Please check the dates',
    text: 'Leave today or later, return on that day or after it, and stay within the next eleven months.',
  },
  'flight-airport-elsewhere': {
    title: 'Please check the airport',
    text: 'This airport is not near the park you chose.',
  },
  'flight-search-failed': SEARCH_FAILED,
  'flight-searches-busy': {
    title: 'Many Are Searching',
    text: 'More people are searching than we can look up at once. Please try again in a moment.',
  },
  'flight-searches-spent': {
    title: 'Enough searched for today',
    text: 'Today’s searches are used up. Set a price alert, or come back tomorrow.',
  },
  'flight-alerts-full': {
    title: 'Ten alerts at most',
    text: 'This address has ten active flight alerts. Delete one first.',
  },
  'flight-alert-not-found': {
    title: 'Not found',
    text: 'This alert no longer exists. Please reload the page.',
  },
  'flight-link-invalid': {
    title: 'This link does not work',
    text: 'Please open the link in your newest email from us, or set the alert again.',
  },
  'flight-link-expired': {
    title: 'This link has expired',
    text: 'Please set the alert again, and we’ll email you a new link.',
  },
})

/** The same, with the document's words where nothing better is known. */
export const alertProblem = (error: unknown): ProblemText =>
  isVague(error) ? ALERT_FAILED : flightProblem(error)
export const searchProblem = (error: unknown): ProblemText =>
  isVague(error) ? SEARCH_FAILED : flightProblem(error)
