import { expect, test } from 'vitest'
import { toPrice } from './price.ts'

test('an order costs its days at the day price', () => {
  expect(toPrice({ days: 3, dayPriceCents: 500, isFree: false })).toEqual({
    dayPriceCents: 500,
    discountCents: 0,
    totalCents: 1_500,
  })
})

test('a promo code takes the whole price off', () => {
  expect(toPrice({ days: 3, dayPriceCents: 500, isFree: true })).toEqual({
    dayPriceCents: 500,
    discountCents: 1_500,
    totalCents: 0,
  })
})
