import { describe, expect, test } from 'vitest'
import { subscriptionState } from './subscription-state.ts'
import { currentOrNextWindow, mergeWindows } from './windows.ts'

const hour = (hours: number) => new Date(Date.UTC(2026, 6, 1, hours))
const window = (from: number, to: number) => ({ startsAt: hour(from), endsAt: hour(to) })

describe('mergeWindows', () => {
  test('makes one of windows that overlap, in whatever order they come', () => {
    expect(mergeWindows([window(20, 44), window(0, 24)])).toEqual([window(0, 44)])
  })

  test('makes one of windows that touch', () => {
    expect(mergeWindows([window(0, 24), window(24, 48)])).toEqual([window(0, 48)])
  })

  test('keeps a window that lies within another from shortening it', () => {
    expect(mergeWindows([window(0, 24), window(2, 4)])).toEqual([window(0, 24)])
  })

  test('leaves apart what is apart', () => {
    expect(mergeWindows([window(0, 24), window(25, 49)])).toEqual([window(0, 24), window(25, 49)])
  })
})

describe('currentOrNextWindow', () => {
  const windows = [window(0, 24), window(48, 72)]

  test('is the window that is open, up to its end', () => {
    expect(currentOrNextWindow(windows, hour(23))).toEqual(window(0, 24))
  })

  test('is the next one from the end of the last on', () => {
    expect(currentOrNextWindow(windows, hour(24))).toEqual(window(48, 72))
  })

  test('is none after the last', () => {
    expect(currentOrNextWindow(windows, hour(72))).toBeNull()
  })
})

describe('subscriptionState', () => {
  const windows = [window(10, 34), window(58, 82)]
  const cases = [
    { name: 'scheduled before the first window', active: true, now: 9, expected: 'scheduled' },
    { name: 'active from its start', active: true, now: 10, expected: 'active' },
    { name: 'scheduled between two windows', active: true, now: 40, expected: 'scheduled' },
    { name: 'ended from the end of the last', active: true, now: 82, expected: 'ended' },
    { name: 'stopped while it is switched off', active: false, now: 10, expected: 'stopped' },
    { name: 'ended even if it was stopped', active: false, now: 82, expected: 'ended' },
  ]

  test.for(cases)('$name', ({ active, now, expected }) => {
    expect(subscriptionState(active, windows, hour(now))).toBe(expected)
  })
})
