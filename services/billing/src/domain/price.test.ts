import type { Discount } from '@walkon/contracts/http/billing'
import { expect, test } from 'vitest'
import { isFullDiscount, toPrice } from './price.ts'

const priceOf = (discount: Discount | null, { days = 3, dayPriceCents = 500 } = {}) =>
  toPrice({ days, dayPriceCents, discount })

const percentage = (percent: number): Discount => ({ kind: 'percentage', percent })

test('an order costs the day price for each of its days', () => {
  expect(priceOf(null)).toEqual({ dayPriceCents: 500, discountCents: 0, totalCents: 1_500 })
})

test.for<[string, Discount, number, number]>([
  ['of all days reduces the price to zero', { kind: 'all-days' }, 1_500, 0],
  ['of one day takes the price of one day off', { kind: 'one-day' }, 500, 1_000],
  ['of 50 percent takes half of the price off', percentage(50), 750, 750],
  ['of 100 percent reduces the price to zero', percentage(100), 1_500, 0],
])('a discount %s', ([, discount, discountCents, totalCents]) => {
  expect(priceOf(discount)).toEqual({ dayPriceCents: 500, discountCents, totalCents })
})

test('a discount of one day makes an order of one day free', () => {
  expect(priceOf({ kind: 'one-day' }, { days: 1 }).totalCents).toBe(0)
})

test('a percentage is rounded up to the cent', () => {
  expect(priceOf(percentage(1), { days: 1, dayPriceCents: 199 })).toMatchObject({
    discountCents: 2,
    totalCents: 197,
  })
})

test.for([
  [50, 50],
  [51, 0],
] as const)(
  'of one dollar, a discount of %i percent leaves %i cents: less than the 50 that can be charged is free',
  ([percent, totalCents]) => {
    const price = priceOf(percentage(percent), { days: 1, dayPriceCents: 100 })
    expect(price).toEqual({ dayPriceCents: 100, discountCents: 100 - totalCents, totalCents })
  },
)

test('discount and total add up to the list price in whole cents, for every percentage and number of days', () => {
  for (let percent = 1; percent <= 100; percent++) {
    for (let days = 1; days <= 30; days++) {
      const { discountCents, totalCents } = priceOf(percentage(percent), { days, dayPriceCents: 333 })
      expect(discountCents + totalCents).toBe(days * 333)
      expect(Number.isInteger(totalCents) && (totalCents === 0 || totalCents >= 50)).toBe(true)
    }
  }
})

test('only all days and 100 percent make every order free', () => {
  const all: Discount[] = [{ kind: 'all-days' }, percentage(100), { kind: 'one-day' }, percentage(99)]
  expect(all.map(isFullDiscount)).toEqual([true, true, false, false])
})
