import { expect, test } from 'vitest'
import { mayRetire } from './retirement.ts'

const ids = (count: number, from = 0) =>
  new Set(Array.from({ length: count }, (_, index) => String(index + from)))

test('a ride that is gone from a list may go', () => {
  expect(mayRetire(ids(20), ids(19))).toBe(true)
})

test('an empty list takes nothing away', () => {
  expect(mayRetire(ids(2), ids(0))).toBe(false)
})

test('a list without half of what we know is not believed', () => {
  expect(mayRetire(ids(20), ids(9))).toBe(false)
})
