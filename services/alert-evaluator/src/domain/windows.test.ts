import { describe, expect, test } from 'vitest'
import { subscriptionState } from './subscription-state.ts'
import { currentOrNextWindow, mergeWindows } from './windows.ts'

const hour = (hours: number) => new Date(Date.UTC(2026, 6, 1, hours))
const window = (from: number, to: number) => ({ startsAt: hour(from), endsAt: hour(to) })

describe('mergeWindows', () => {
  test('overlapping windows merge into one, in any order', () => {
    expect(mergeWindows([window(20, 44), window(0, 24)])).toEqual([window(0, 44)])
  })

  test('adjacent windows merge into one', () => {
    expect(mergeWindows([window(0, 24), window(24, 48)])).toEqual([window(0, 48)])
  })

  test('a window within another does not shorten it', () => {
    expect(mergeWindows([window(0, 24), window(2, 4)])).toEqual([window(0, 24)])
  })

  test('windows with a gap between them do not merge', () => {
    expect(mergeWindows([window(0, 24), window(25, 49)])).toEqual([window(0, 24), window(25, 49)])
  })
})

describe('currentOrNextWindow', () => {
  const windows = [window(0, 24), window(48, 72)]

  test('the current window is the open one, up to its end', () => {
    expect(currentOrNextWindow(windows, hour(23))).toEqual(window(0, 24))
  })

  test('between two windows the next one is chosen', () => {
    expect(currentOrNextWindow(windows, hour(24))).toEqual(window(48, 72))
  })

  test('after the last window there is none', () => {
    expect(currentOrNextWindow(windows, hour(72))).toBeNull()
  })
})

describe('subscriptionState', () => {
  const windows = [window(10, 34), window(58, 82)]
  const cases = [
    {
      name: 'a subscription is scheduled before its first window',
      active: true,
      now: 9,
      expected: 'scheduled',
    },
    {
      name: 'a subscription is active from the start of its window',
      active: true,
      now: 10,
      expected: 'active',
    },
    { name: 'a subscription is scheduled between two windows', active: true, now: 40, expected: 'scheduled' },
    {
      name: 'a subscription has ended at the end of its last window',
      active: true,
      now: 82,
      expected: 'ended',
    },
    {
      name: 'a subscription is stopped while it is switched off',
      active: false,
      now: 10,
      expected: 'stopped',
    },
    {
      name: 'a stopped subscription has ended after its last window',
      active: false,
      now: 82,
      expected: 'ended',
    },
  ]

  test.for(cases)('$name', ({ active, now, expected }) => {
    expect(subscriptionState(active, windows, hour(now))).toBe(expected)
  })
})
