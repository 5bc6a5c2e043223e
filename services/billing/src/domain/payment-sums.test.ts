import { expect, test } from 'vitest'
import { sumPayments, type Payment } from './payment-sums.ts'

const NOON = new Date('2026-07-01T16:00:00Z')
const LATER = new Date('2026-07-01T16:30:00Z')

const aPayment = (changes: Partial<Payment> = {}): Payment => ({
  amountCents: 100,
  refundedCents: 0,
  owedCents: null,
  owedReason: null,
  owedState: null,
  failedGuaranteeCents: null,
  paidAt: NOON,
  ...changes,
})
const aSecond = (owedState: Payment['owedState'], refundedCents: number): Payment =>
  aPayment({ owedCents: 100, owedReason: 'paid-twice', owedState, refundedCents, paidAt: LATER })

test('an order that was not paid has no sums and no second payment', () => {
  expect(sumPayments([])).toEqual({ paidCents: 0, refundedCents: 0, paidAt: null })
})

test('an order that was paid once has no second payment', () => {
  const sums = sumPayments([aPayment({ refundedCents: 50 })])
  expect(sums).toEqual({ paidCents: 100, refundedCents: 50, paidAt: NOON.toISOString() })
})

test.each([
  ['is still to be paid back', 'due', 0, { paidCents: 100, refundedCents: 0, owedCents: 100 }],
  ['is partly paid back', 'due', 40, { paidCents: 100, refundedCents: 40, owedCents: 60 }],
  ['has gone back', 'made', 100, { paidCents: 100, refundedCents: 100, owedCents: 0 }],
  ['was paid back by a person', 'settled-by-hand', 0, { paidCents: 100, refundedCents: 100, owedCents: 0 }],
] as const)('a second payment that %s is summed by itself', (_words, state, refundedCents, second) => {
  const sums = sumPayments([aSecond(state, refundedCents), aPayment()])
  expect(sums).toEqual({
    paidCents: 200,
    refundedCents: second.refundedCents,
    paidAt: NOON.toISOString(),
    secondPayment: second,
  })
})

test('a refund of the order is not one of its second payment', () => {
  expect(sumPayments([aPayment({ refundedCents: 100 }), aSecond('made', 100)])).toMatchObject({
    refundedCents: 200,
    secondPayment: { refundedCents: 100 },
  })
  expect(sumPayments([aPayment({ refundedCents: 100 }), aSecond('due', 0)])).toMatchObject({
    refundedCents: 100,
    secondPayment: { refundedCents: 0, owedCents: 100 },
  })
})

test('of two payments that both came after the days of the order, the later is the second', () => {
  const returned = { owedCents: 100, owedReason: 'days-over', owedState: 'made', refundedCents: 100 } as const
  const sums = sumPayments([aPayment({ ...returned, paidAt: LATER }), aPayment(returned)])
  expect(sums).toEqual({
    paidCents: 200,
    refundedCents: 200,
    paidAt: NOON.toISOString(),
    secondPayment: { paidCents: 100, refundedCents: 100, owedCents: 0 },
  })
})

test.each([
  ['what was owed', { owedCents: 100, owedReason: 'days-over', owedState: 'failed' }, 100],
  ['a second payment', { owedCents: 100, owedReason: 'paid-twice', owedState: 'failed' }, 100],
  ['the guarantee', { failedGuaranteeCents: 100 }, 100],
  ['the guarantee, of which a person has paid some', { failedGuaranteeCents: 100, refundedCents: 30 }, 70],
] as const)(
  'a refund of %s that the bank returned is not one that went back',
  (_words, changes, failedCents) => {
    const payment = aPayment(changes)
    expect(sumPayments([payment])).toMatchObject({
      refundedCents: payment.refundedCents,
      failedRefundCents: failedCents,
    })
  },
)

test('a returned refund that a person has paid in another way has not failed', () => {
  const owed = { owedCents: 100, owedReason: 'days-over', owedState: 'settled-by-hand' } as const
  expect(sumPayments([aPayment(owed)])).toEqual({
    paidCents: 100,
    refundedCents: 100,
    paidAt: NOON.toISOString(),
  })
})
