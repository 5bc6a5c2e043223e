import { describe, expect, test } from 'vitest'
import { decideStanding, toNextLook, type SubscriptionState } from './plan.ts'

const at = (text: string) => new Date(`${text}Z`)

const aSubscription = (changes: Partial<SubscriptionState> = {}): SubscriptionState => ({
  status: 'active',
  customerId: 'cus_1',
  periodStartsAt: at('2026-07-01T16:00'),
  periodEndsAt: at('2026-08-01T16:00'),
  cancelsAtPeriodEnd: false,
  paid: null,
  ...changes,
})

describe('what a plan covers', () => {
  test('a plan that will be renewed covers its month and the grace after it', () => {
    expect(decideStanding(aSubscription(), 7)).toEqual({
      state: 'active',
      coveredUntil: at('2026-08-08T16:00'),
      graceEndsAt: null,
    })
  })

  test('a plan that is cancelled covers its month alone', () => {
    expect(decideStanding(aSubscription({ cancelsAtPeriodEnd: true }), 7).coveredUntil).toEqual(
      at('2026-08-01T16:00'),
    )
  })

  test('after a failed payment the grace runs from the begin of the month that was not paid', () => {
    expect(decideStanding(aSubscription({ status: 'past-due' }), 7)).toEqual({
      state: 'past-due',
      coveredUntil: at('2026-07-08T16:00'),
      graceEndsAt: at('2026-07-08T16:00'),
    })
  })

  test('no grace is longer than the month that was not paid', () => {
    expect(decideStanding(aSubscription({ status: 'past-due' }), 60).graceEndsAt).toEqual(
      at('2026-08-01T16:00'),
    )
  })

  test.for([
    ['incomplete', 'opening'],
    ['ended', 'ended'],
  ] as const)('a subscription that is %s covers nothing', ([status, state]) => {
    expect(decideStanding(aSubscription({ status }), 7)).toEqual({
      state,
      coveredUntil: null,
      graceEndsAt: null,
    })
  })
})

describe('when Stripe is asked next', () => {
  const lookAt = (subscription: SubscriptionState, now: string) =>
    toNextLook(decideStanding(subscription, 7), subscription, at(now))

  test('an active plan is looked at once a day, and right after its month', () => {
    expect(lookAt(aSubscription(), '2026-07-10T09:00')).toEqual(at('2026-07-11T09:00'))
    expect(lookAt(aSubscription(), '2026-08-01T09:00')).toEqual(at('2026-08-01T16:01'))
  })

  test('a month that is over and not renewed yet is looked at each minute', () => {
    expect(lookAt(aSubscription(), '2026-08-01T16:02')).toEqual(at('2026-08-01T16:03'))
  })

  test('a plan without its payment is looked at each hour, and when its grace ends', () => {
    const unpaid = aSubscription({ status: 'past-due' })
    expect(lookAt(unpaid, '2026-07-02T09:00')).toEqual(at('2026-07-02T10:00'))
    expect(lookAt(unpaid, '2026-07-08T15:30')).toEqual(at('2026-07-08T16:00'))
  })

  test('a plan that has ended is not looked at again', () => {
    expect(lookAt(aSubscription({ status: 'ended' }), '2026-07-10T09:00')).toBeNull()
  })
})
