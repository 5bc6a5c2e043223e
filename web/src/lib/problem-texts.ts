import { ApiError } from './api.ts'

export type ProblemText = { title: string; text: string }

/** What a form says before it asks the server (core, section 5). */
export const FORM_TEXTS = {
  email: { title: 'Email Required', text: 'Please enter a valid email address.' },
  park: { title: 'Park Required', text: 'Please select a theme park.' },
  dates: { title: 'Date Required', text: 'Please select at least one date.' },
  promoCode: { title: 'Promo Code Required', text: 'Please enter your promo code.' },
} satisfies Record<string, ProblemText>

const UNEXPECTED: ProblemText = { title: 'An unexpected error occurred', text: 'Please try again later.' }
export const TOO_MANY: ProblemText = {
  title: 'Too Many Attempts',
  text: 'Please wait a minute, then try again.',
}
export const CHECK_ENTRIES: ProblemText = {
  title: 'Please check your entries',
  text: 'Something in the form is not right.',
}

/** Every code a service answers with, in the words of the specification; those that only an account meets are in account-texts.ts, those of the confirmation mail's page in confirmation-texts.ts. */
const TEXTS: Record<string, ProblemText> = {
  'invalid-promo-code': { title: 'Invalid Code', text: 'Please check your promo code and try again.' },
  'promo-code-expired': {
    title: 'Code Expired',
    text: 'This promo code is no longer valid. Ask us for a new one.',
  },
  'promo-code-spent': {
    title: 'Code Already Used',
    text: 'This promo code has been used up. Ask us for a new one.',
  },
  'promo-code-wrong-channel': {
    title: 'Invalid Promo Code',
    text: 'The promo code you entered is not valid for e-mail alerts.',
  },
  'park-not-found': FORM_TEXTS.park,
  'date-in-past': {
    title: 'Date Required',
    text: 'That day is over at the park. Please select another date.',
  },
  'date-too-far': {
    title: 'Date Required',
    text: 'That day is too far ahead. Please select an earlier date.',
  },
  'too-many-requests': TOO_MANY,
  'confirmation-token-invalid': {
    title: 'This link does not work',
    text: 'Please open the link in your newest mail from us, or start again on the home page.',
  },
  'confirmation-token-expired': {
    title: 'This link has expired',
    text: 'Please fill in the form on the home page again. We send you a new link at once.',
  },
  'confirmation-token-used': {
    title: 'Already confirmed',
    text: 'This link was used before, so your alerts are set up. Nothing more to do.',
  },
  'invalid-request': CHECK_ENTRIES,
  unauthorized: { title: 'Please log in', text: 'Please log in to manage your alert subscriptions.' },
  unreachable: { title: 'No connection', text: 'We could not reach the server. Please try again.' },
  internal: UNEXPECTED,
}

/** What to tell a person about any failure. */
export function problemText(error: unknown): ProblemText {
  return (error instanceof ApiError ? TEXTS[error.code] : undefined) ?? UNEXPECTED
}
