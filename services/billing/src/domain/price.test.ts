import { expect, test } from 'vitest'
import { toPrice } from './price.ts'

test('an order costs the day price for each of its days', () => {
  expect(toPrice({ days: 3, dayPriceCents: 500, isFree: false })).toEqual({
    dayPriceCents: 500,
    discountCents: 0,
    totalCents: 1_500,
  })
})

test('a promo code reduces the price of an order to zero', () => {
  expect(toPrice({ days: 3, dayPriceCents: 500, isFree: true })).toEqual({
    dayPriceCents: 500,
    discountCents: 1_500,
    totalCents: 0,
  })
})
