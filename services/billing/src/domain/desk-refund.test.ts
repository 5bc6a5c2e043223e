import { expect, test } from 'vitest'
import { refuseDeskRefund, type RefundablePayment } from './desk-refund.ts'

const aPayment = (changes: Partial<RefundablePayment> = {}): RefundablePayment => ({
  amountCents: 500,
  refundedCents: 0,
  disputed: false,
  owedReason: null,
  ...changes,
})
const codeOf = (payment: RefundablePayment, amountCents: number, isAdmin = false) =>
  refuseDeskRefund(payment, { amountCents, isAdmin, mostCents: 200 })?.code ?? null

test('the desk pays back up to its limit of a payment, what went back before included', () => {
  expect(codeOf(aPayment(), 200)).toBeNull()
  expect(codeOf(aPayment(), 201)).toBe('refund-over-limit')
  expect(codeOf(aPayment({ refundedCents: 150 }), 51)).toBe('refund-over-limit')
})

test('an admin pays back all that is left, and nobody more', () => {
  expect(codeOf(aPayment({ refundedCents: 150 }), 350, true)).toBeNull()
  expect(codeOf(aPayment({ refundedCents: 150 }), 351, true)).toBe('refund-refused')
})

test.for([{ disputed: true }, { owedReason: 'guarantee' }])(
  'nothing is paid back of a payment with %j',
  (changes) => {
    expect(codeOf(aPayment(changes), 1, true)).toBe('refund-refused')
  },
)
