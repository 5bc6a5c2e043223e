import { expect, test } from 'vitest'
import { limitOf, spokenLimit, wishWords } from './wish-words.ts'

const between = (start: string, end: string, amount?: number) => ({
  preferredTimeRange: { start, end },
  maxPrice: amount === undefined ? null : { amount, currency: 'USD' },
})

test('a wish is told by its times and its price, and shown by the stricter of them', () => {
  expect(wishWords(between('09:00', '18:00', 2_000))).toBe('9 am to 6 pm, up to $20')
  expect(limitOf(between('09:00', '18:00', 2_000))).toBe('$20')
  expect(spokenLimit(between('09:00', '18:00'))).toBe('6 pm at most')
})

test('a wish for the whole day is for any time', () => {
  expect(wishWords(between('00:00', '23:59'))).toBe('any time')
  expect(wishWords(between('00:00', '23:59', 2_000))).toBe('any time, up to $20')
  expect([limitOf, spokenLimit].map((words) => words(between('00:00', '23:59')))).toEqual([
    'any time',
    'any time',
  ])
})
