import { expect, test } from 'vitest'
import { findProblems, type Account } from './money.ts'

const rides = ['Space Mountain', 'Haunted Mansion', 'Peter Pan']
const order = (shortRides: string[]) => ({ email: 'ada', shortRides, boughtDuring: 'no fault' })
const payment = { status: 'paid', amountCents: 100, refundedCents: 0, refunds: 0 }
const account = (changes: Partial<Account> = {}): Account => ({
  payments: [payment],
  passes: 1,
  alerts: new Map(rides.map((ride) => [ride, 1])),
  receipts: 1,
  refundLetters: 0,
  ...changes,
})
const refunded = { payments: [{ ...payment, refundedCents: 100, refunds: 1 }], refundLetters: 1 }

test('a pass with three rides is right without a refund, and one with two rides with one refund of all that was paid', () => {
  expect(findProblems(order(rides), account())).toEqual([])
  expect(findProblems(order(rides.slice(1)), account(refunded))).toEqual([])
})

test.for<[string, Partial<Account>]>([
  ['two payments', { payments: [payment, payment] }],
  ['no payment', { payments: [{ ...payment, status: 'open' }] }],
  ['no pass', { passes: 0 }],
  ['two passes', { passes: 2 }],
  ['an alert too many', { alerts: new Map(rides.map((ride) => [ride, 2])) }],
  ['an alert too few', { alerts: new Map() }],
  ['two receipts', { receipts: 2 }],
  ['a refund of a guarantee that was kept', refunded],
])('an order with %s is a problem', ([, changes]) => {
  expect(findProblems(order(rides), account(changes))).not.toEqual([])
})

test.for<[string, Partial<Account>]>([
  ['no refund', {}],
  ['a refund of a part', { ...refunded, payments: [{ ...payment, refundedCents: 50, refunds: 1 }] }],
  ['two refunds', { ...refunded, payments: [{ ...payment, refundedCents: 100, refunds: 2 }] }],
  ['no letter', { ...refunded, refundLetters: 0 }],
])('an unmet guarantee with %s is a problem', ([, changes]) => {
  expect(findProblems(order(rides.slice(1)), account(changes))).not.toEqual([])
})
