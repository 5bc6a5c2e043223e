import { expect, test } from 'vitest'
import { leftForDesk, leftForMember, refuseDeskRefund, type RefundablePayment } from './desk-refund.ts'

const aPayment = (changes: Partial<RefundablePayment> = {}): RefundablePayment => ({
  status: 'paid',
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

const LIMITS = { paymentCents: 200, dayCents: 1_000 }

test.for([
  ['what is left of a payment, if it is within both limits', { amountCents: 150 }, LIMITS, 150],
  ['up to the limit of a payment', {}, LIMITS, 200],
  ['what went back before less', { refundedCents: 150 }, LIMITS, 50],
  ['up to what is left of the day', {}, { ...LIMITS, dayCents: 70 }, 70],
  ['nothing beyond a limit that is used up', { refundedCents: 300 }, LIMITS, 0],
  ['all that is left, as an admin', { refundedCents: 150 }, null, 350],
  ['nothing of a payment that is disputed', { disputed: true }, null, 0],
  ['nothing of a payment of which something is owed', { owedReason: 'support' }, null, 0],
  ['nothing of a payment that was not made', { status: 'open' }, null, 0],
] as const)('a member may pay back %s', ([, changes, limits, cents]) => {
  const payment = aPayment(changes)
  expect(leftForMember(payment, limits)).toBe(cents)
  if (cents > 0) {
    const asked = { isAdmin: limits === null, mostCents: limits?.paymentCents ?? 0 }
    expect(refuseDeskRefund(payment, { ...asked, amountCents: cents })).toBeNull()
  }
})

test('what the desk may pay back is independent of who reads', () => {
  expect(leftForDesk(aPayment({ refundedCents: 150 }))).toBe(350)
})
