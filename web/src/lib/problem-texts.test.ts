import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { accountProblemText, serverProblemText } from './account-texts.ts'
import { problemText } from './problem-texts.ts'

const CODES = [
  'invalid-promo-code',
  'promo-code-expired',
  'promo-code-spent',
  'promo-code-wrong-channel',
  'park-not-found',
  'date-in-past',
  'date-too-far',
  'too-many-requests',
  'confirmation-token-invalid',
  'confirmation-token-expired',
  'confirmation-token-used',
  'invalid-request',
  'invalid_credentials',
  'otp_expired',
  'weak_password',
  'same_password',
  'reauthentication_needed',
  'reauthentication_not_valid',
  'mfa_verification_rejected',
  'last-admin',
  'mfa_verification_failed',
  'mfa_challenge_expired',
  'insufficient_aal',
  'insufficient-aal',
  'reauthentication-failed',
  'over_request_rate_limit',
  'over_email_send_rate_limit',
  'unauthorized',
  'unreachable',
]

test.each(CODES)('%s has words of its own', (code) => {
  const words = accountProblemText(new ApiError(400, code, ''))
  expect(words).not.toEqual(problemText(new ApiError(500, 'internal', '')))
})

test('a wrong promo code reads as the specification has it', () => {
  expect(problemText(new ApiError(404, 'invalid-promo-code', ''))).toEqual({
    title: 'Invalid Code',
    text: 'Please check your promo code and try again.',
  })
})

test('an unknown code and an unknown error never show their own message', () => {
  const words = { title: 'An unexpected error occurred', text: 'Please try again later.' }
  expect(problemText(new ApiError(418, 'teapot', 'secret detail'))).toEqual(words)
  expect(problemText(new TypeError('secret detail'))).toEqual(words)
})

test('login and sign-up show what the server says, unless it has failed', () => {
  const refused = new ApiError(400, 'invalid_credentials', 'Invalid login credentials')
  expect(serverProblemText(refused, 'Login failed')).toEqual({
    title: 'Login failed',
    text: 'Invalid login credentials',
  })
  expect(serverProblemText(new ApiError(0, 'unreachable', 'fetch failed'), 'Login failed').title).toBe(
    'No connection',
  )
  expect(serverProblemText(new ApiError(500, 'internal', 'stack'), 'Login failed').title).toBe(
    'An unexpected error occurred',
  )
})
