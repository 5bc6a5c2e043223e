import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
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
  'unauthorized',
  'unreachable',
]

test.each(CODES)('%s has words of its own', (code) => {
  expect(problemText(new ApiError(400, code, ''))).not.toEqual(problemText(new ApiError(500, 'internal', '')))
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
