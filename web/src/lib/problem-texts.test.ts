import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { accountProblemText, serverProblemText } from './account-texts.ts'
import { problemText } from './problem-texts.ts'

test.each([
  ['dates-over', 'Those days are over'],
  ['unavailable', 'We are busy'],
  ['upstream-timeout', 'We are busy'],
  ['unknown-ride', 'Rides have changed'],
  ['subscription-not-found', 'Not found'],
  ['body-too-large', 'Too much text'],
  ['unreachable', 'No connection'],
])('%s reads "%s"', (code, title) => {
  expect(problemText(new ApiError(400, code, '')).title).toBe(title)
})

test('the pages of an account have words for their own codes and for those of all pages', () => {
  const words = (code: string) => accountProblemText(new ApiError(400, code, '')).title
  expect(words('invalid_credentials')).toBe('Wrong password')
  expect(words('unavailable')).toBe('We are busy')
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
