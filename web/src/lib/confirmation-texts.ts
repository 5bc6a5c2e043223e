import { ApiError } from './api.ts'
import type { ProblemText } from './form-texts.ts'
import { problemText } from './problem-texts.ts'

const UNUSABLE_CODE: ProblemText = {
  title: 'This code does not work',
  text: 'The promo code you entered is not valid, so your alerts are not on yet. Fill in the form with another code.',
}

/** Refusals that mean something else once the mail was confirmed. A second try cannot succeed; the form can. */
const CONFIRMATION_TEXTS: Record<string, ProblemText & { way: string }> = {
  'invalid-request': {
    title: 'This link is incomplete',
    text: 'Part of it got lost on the way. Open it again from our email, or fill in the form on the home page.',
    way: 'Return to Home',
  },
  'dates-over': {
    title: 'These days are over',
    text: 'The days you chose are over at the park, so your alerts were not turned on. Choose the days of your next visit.',
    way: 'Choose new days',
  },
  'promo-code-spent': {
    title: 'This code is used up',
    text: 'Others used this promo code up before you confirmed, so your alerts are not on yet. Fill in the form with another code, or ask us for one.',
    way: 'Use another code',
  },
  'promo-code-expired': {
    title: 'This code has expired',
    text: 'This promo code expired before you confirmed, so your alerts are not on yet. Fill in the form with another code, or ask us for one.',
    way: 'Use another code',
  },
  'promo-code-not-free': {
    title: 'This code leaves something to pay',
    text: 'Your promo code takes part of the price off, so your alerts are not on yet. Fill in the form again and pay the rest.',
    way: 'Order again',
  },
  'invalid-promo-code': { ...UNUSABLE_CODE, way: 'Use another code' },
  'promo-code-wrong-channel': { ...UNUSABLE_CODE, way: 'Use another code' },
}

/** Returns the words for a failed link of the confirmation mail, and the name of the way back to the form. */
export function confirmationProblem(error: Error): ProblemText & { way: string | null } {
  const own = error instanceof ApiError ? CONFIRMATION_TEXTS[error.code] : undefined
  if (own) return own
  const isFinal = error instanceof ApiError && error.code.startsWith('confirmation-token-')
  return { ...problemText(error), way: isFinal ? 'Return to Home' : null }
}
