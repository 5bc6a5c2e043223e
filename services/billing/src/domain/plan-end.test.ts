import { expect, test } from 'vitest'
import { decideGivenUp, toEndReason } from './plan-end.ts'
import type { SubscriptionState } from './plan.ts'

const PERIOD = {
  periodStartsAt: new Date('2026-07-01T00:00:00Z'),
  periodEndsAt: new Date('2026-08-01T00:00:00Z'),
}
const subscription = (status: SubscriptionState['status']): SubscriptionState => ({
  status,
  customerId: 'cus_1',
  ...PERIOD,
  cancelsAtPeriodEnd: false,
  paid: null,
})
const IN_GRACE = new Date('2026-07-07T23:59:59Z')
const AFTER_GRACE = new Date('2026-07-08T00:00:00Z')

test.for([
  ['goes on while its payment may still work', 'past-due', 'none', IN_GRACE, null],
  ['ends with its grace', 'past-due', 'none', AFTER_GRACE, 'unpaid'],
  ['goes on while it is paid', 'active', 'none', AFTER_GRACE, null],
  ['ends when the bank has taken a payment back', 'active', 'taken', IN_GRACE, 'disputed'],
  ['goes on while the bank only asks', 'active', 'inquired', IN_GRACE, null],
] as const)('a plan %s', ([, status, dispute, now, reason]) => {
  expect(decideGivenUp(subscription(status), { dispute, graceDays: 7, now })).toBe(reason)
})

test('a plan that Stripe ended was unpaid if a payment was missing, else its owner cancelled it', () => {
  expect(toEndReason(true, null)).toBe('unpaid')
  expect(toEndReason(false, null)).toBe('cancelled')
  expect(toEndReason(false, 'disputed')).toBe('disputed')
})
