import { expect, test } from 'vitest'
import { toPause } from './queries.ts'

test('an active order is asked for once, and for half a minute where it may have been paid twice', () => {
  expect(toPause({ status: 'active' }, 1)).toBe(false)
  const pauses = [1, 14, 15].map((answers) => toPause({ status: 'active', mayBePaidTwice: true }, answers))
  expect(pauses).toEqual([2_000, 2_000, false])
})

test.for(['open', 'processing'] as const)(
  'an order that is %s is asked for soon in the first half minute, then seldom, as long as its page is open',
  (status) => {
    expect([1, 15, 16, 10_000].map((answers) => toPause({ status }, answers))).toEqual([
      2_000, 2_000, 30_000, 30_000,
    ])
  },
)
