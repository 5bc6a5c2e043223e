import { expect, test } from 'vitest'
import { planRefund, type PaymentMoney, type Refund } from './refund.ts'

const PASS = { passId: 'pass-1', paidCents: 500 }

const aRefund = (refund: Partial<Refund> = {}): Refund => ({
  id: 're_1',
  amountCents: 100,
  status: 'succeeded',
  failureReason: null,
  passId: null,
  checkoutId: null,
  ...refund,
})

const plan = (payment: Partial<PaymentMoney> = {}) =>
  planRefund(PASS, { receivedCents: 500, disputed: false, refunds: [], ...payment })

test('what was paid is refunded', () => {
  expect(plan()).toEqual({ kind: 'refund', amountCents: 500 })
})

test('after a partial refund by hand the rest of what was paid is refunded', () => {
  expect(
    plan({ refunds: [aRefund(), aRefund({ id: 're_2', amountCents: 150, status: 'pending' })] }),
  ).toEqual({
    kind: 'refund',
    amountCents: 250,
  })
})

test.for(['failed', 'canceled'] as const)('a refund by hand that %s is not taken off', (status) => {
  expect(plan({ refunds: [aRefund({ status })] })).toEqual({ kind: 'refund', amountCents: 500 })
})

test('a payment that was refunded by hand in full needs no refund', () => {
  expect(plan({ refunds: [aRefund({ amountCents: 500 })] })).toEqual({
    kind: 'needless',
    reason: 'refunded-by-hand',
  })
})

test('a disputed payment is not refunded', () => {
  expect(plan({ disputed: true })).toEqual({ kind: 'needless', reason: 'disputed' })
})

test('never more is refunded than was received', () => {
  expect(plan({ receivedCents: 300 })).toEqual({ kind: 'refund', amountCents: 300 })
})

test('a refund of this pass is not made a second time, even where it failed or the payment is disputed', () => {
  const made = aRefund({ passId: PASS.passId, status: 'failed' })
  expect(plan({ disputed: true, refunds: [aRefund({ id: 're_9' }), made] })).toEqual({
    kind: 'made',
    refund: made,
  })
})
