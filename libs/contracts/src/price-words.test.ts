import { expect, test } from 'vitest'
import { priceWords } from './price-words.ts'

test.each([
  [1_500, 'USD', '$15'],
  [2_150, 'USD', '$21.50'],
  [1_205, 'EUR', '€12.05'],
  [1_500, 'JPY', '¥1,500'],
])(
  '%i of the smallest unit of %s is written %s: a fraction stands only where there is one',
  (amount, currency, words) => {
    expect(priceWords({ amount, currency })).toBe(words)
  },
)
