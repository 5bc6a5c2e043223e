import { expect, test } from 'vitest'
import { toPause } from './queries.ts'

test('an active order is asked for once, and for half a minute where it may have been paid twice', () => {
  expect(toPause({ status: 'active' }, 1)).toBe(false)
  const pauses = [1, 14, 15].map((answers) => toPause({ status: 'active', mayBePaidTwice: true }, answers))
  expect(pauses).toEqual([2_000, 2_000, false])
})

test('a payment that is on its way is asked for as long as its page is open', () => {
  expect(toPause({ status: 'processing' }, 100)).toBe(2_000)
})
