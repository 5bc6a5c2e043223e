import { ApiError } from './api.ts'
import type { ProblemText } from './form-texts.ts'
import { CHECK_ENTRIES, NOT_ALLOWED, SECOND_STEP, TOO_MANY, wordsOf } from './problem-texts.ts'

/** The words of everything around an account. They stand apart from problem-texts.ts because the first load needs none of them. */

/** Notices in passing (core, sections 4 and 8). */
export const NOTICES = {
  loggedIn: { title: 'Login successful', text: 'Welcome back to Walkon!' },
  signedUp: { title: 'Signup successful', text: 'Check your email for a confirmation link.' },
  loggedOut: { title: 'Logged out successfully', text: 'You have been logged out of your account.' },
  logOutFailed: {
    title: 'Error signing out',
    text: 'There was a problem signing you out. Please try again.',
    kind: 'error',
  },
} satisfies Record<string, ProblemText & { kind?: 'error' }>

const WRONG_PASSWORD: ProblemText = { title: 'Wrong password', text: 'Please check it and try again.' }
const SESSION_OVER: ProblemText = { title: 'Please log in again', text: 'Your session is over.' }

/** Codes of faults of ours, or of calls that the app does not make. A visitor reads of them as of any unexpected error. */
type UnexpectedCode =
  | 'unexpected_failure'
  | 'not_found'
  | 'bad_json'
  | 'bad_origin'
  | 'bad_code_verifier'
  | 'flow_state_not_found'
  | 'flow_state_expired'
  | 'user-not-found'
  | 'mfa_factor_not_found'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'phone_provider_disabled'
  | 'anonymous_provider_disabled'
  | 'provider_disabled'
  | 'web3_provider_disabled'

/** Returns the words for a failure on the pages of an account. */
export const accountProblemText = wordsOf<'identity', UnexpectedCode>({
  // GoTrue's own codes, by which identity answers under /auth/v1.
  invalid_credentials: WRONG_PASSWORD,
  email_not_confirmed: {
    title: 'Address not confirmed',
    text: 'Please open the link in the email we sent when you signed up.',
  },
  otp_expired: {
    title: 'Wrong code',
    text: 'Please check it, or ask for a new one. A code works once, and only for a few minutes.',
  },
  weak_password: {
    title: 'Password too easy to guess',
    text: 'Please choose one that is longer or less common.',
  },
  same_password: {
    title: 'Same password',
    text: 'Please choose one that is different from your current password.',
  },
  reauthentication_needed: {
    title: 'Current password needed',
    text: 'Please enter your current password for this change.',
  },
  reauthentication_not_valid: WRONG_PASSWORD,
  'reauthentication-failed': WRONG_PASSWORD,
  validation_failed: CHECK_ENTRIES,
  'invalid-user-data': CHECK_ENTRIES,
  mfa_verification_failed: {
    title: 'Wrong code',
    text: 'Please enter the code that your app shows now. Each works once.',
  },
  mfa_verification_rejected: {
    title: 'Too many tries',
    text: 'Please enter the code that your app shows now.',
  },
  mfa_challenge_expired: { title: 'Too late', text: 'Please enter the code that your app shows now.' },
  mfa_factor_name_conflict: { title: 'Name in use', text: 'Please remove the other app first.' },
  too_many_enrolled_mfa_factors: { title: 'Too many apps', text: 'Please remove one of your apps first.' },
  no_authorization: SESSION_OVER,
  bad_jwt: SESSION_OVER,
  session_expired: SESSION_OVER,
  session_not_found: SESSION_OVER,
  user_not_found: SESSION_OVER,
  refresh_token_not_found: SESSION_OVER,
  refresh_token_already_used: SESSION_OVER,
  'session-not-found': {
    title: 'Already logged out',
    text: 'That session is over. Please load the page again.',
  },
  not_admin: NOT_ALLOWED,
  insufficient_aal: SECOND_STEP,
  'last-admin': { title: 'You are the last admin', text: 'Please make another user an admin first.' },
  over_request_rate_limit: TOO_MANY,
  over_email_send_rate_limit: {
    title: 'An email is on its way',
    text: 'Please check your inbox and your spam folder. You can ask for another in a minute.',
  },
  over_sms_send_rate_limit: {
    title: 'A text may be on its way',
    text: 'Please wait a minute before you ask for another. A login link by email always works.',
  },
  'number-not-confirmed': {
    title: 'Number not confirmed',
    text: 'Please reply YES to our text first, then load this page again.',
  },
  'number-taken': {
    title: 'Number taken',
    text: 'This number logs in to another account already. End it there first, or use another number.',
  },
})

/** Login and sign-up say what the server says (core, section 8), where it has refused rather than failed. */
export function serverProblemText(error: unknown, title: string): ProblemText {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefusal && error.message !== '' ? { title, text: error.message } : accountProblemText(error)
}
