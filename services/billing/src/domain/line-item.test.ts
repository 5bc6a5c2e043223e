import { expect, test } from 'vitest'
import { toLineItem, type PricedOrder } from './line-item.ts'

const order: PricedOrder = {
  channel: 'sms',
  dates: ['2026-07-01', '2026-07-02'],
  dayPriceCents: 500,
  discountCents: 0,
  totalCents: 1_000,
  promoCode: null,
}

test('an order at its list price is so many days at the price of a day', () => {
  expect(toLineItem(order, 'EPCOT')).toEqual({
    name: 'SMS alerts, EPCOT',
    description: null,
    quantity: 2,
    unitCents: 500,
  })
})

test('a reduced order is one item at its total, and says what the total is made of', () => {
  const reduced = { ...order, discountCents: 250, totalCents: 750, promoCode: 'QUARTER' }

  expect(toLineItem(reduced, 'EPCOT')).toEqual({
    name: 'SMS alerts, EPCOT',
    description: '2 days at $5.00, less $2.50 with promo code QUARTER',
    quantity: 1,
    unitCents: 750,
  })
})
