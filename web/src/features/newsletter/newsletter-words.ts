import type { SubscriberAnswer } from '@walkon/contracts/http/newsletter'
import type { ProblemText } from '../../lib/form-texts.ts'

/** The texts of core, sections 5 and 8. */
export const INVALID_EMAIL: ProblemText = {
  title: 'Invalid Email',
  text: 'Please enter a valid email address',
}
/** For every failure. */
export const NOT_SUBSCRIBED: ProblemText = {
  title: 'Subscription Failed',
  text: 'Something went wrong. Please try again.',
}

export const ANSWERS: Record<SubscriberAnswer['status'], ProblemText> = {
  'already-subscribed': {
    title: 'Already Subscribed',
    text: 'This email is already subscribed to the newsletter!',
  },
  'confirmation-sent': {
    title: 'Check your email',
    text: 'Press the button in the email we just sent you, and you’re subscribed.',
  },
  subscribed: { title: 'You’re subscribed', text: 'Each issue has a link to leave with one tap.' },
}
