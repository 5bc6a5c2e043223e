import type { ProblemText } from '../../lib/form-texts.ts'

/** The words of Get Alerts, those of the specification where it has some (core, sections 2, 5 and 8). */
export const GET_ALERTS_TEXTS = {
  setup: { title: 'Setup Required', text: 'Please select a theme park.' },
  noRides: { title: 'No Rides Selected', text: 'Please choose at least one ride.' },
  noRidesSaved: { title: 'No Rides Saved', text: 'Your rides weren’t saved. Please choose them again.' },
  saveFailed: { title: 'Save Failed', text: 'Failed to save ride preferences. Please try again.' },
  paid: { title: 'Payment Successful', text: 'Your alerts start in a moment.' },
  cancelled: { title: 'Payment canceled', text: 'Nothing was charged. Your entries are still here.' },
  debugFailed: { title: 'Failed to fetch debug information', text: 'Please try again.' },
  dateInPast: { title: 'Date Required', text: 'Start date cannot be before today.' },
} satisfies Record<string, ProblemText>

export const ACTIVATION_FAILED = 'Failed to Activate Alerts'
export const SUBSCRIPTION_ERROR = 'Subscription Error'
export const PHONE_WORDS = 'Please enter a valid phone number (+ symbol optional)'
export const NEEDS_SUBSCRIPTION =
  'You need an active subscription to receive alerts. Please visit the Get Alerts page to subscribe.'
