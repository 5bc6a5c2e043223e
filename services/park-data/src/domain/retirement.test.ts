import { expect, test } from 'vitest'
import { mayRetire } from './retirement.ts'

const ids = (count: number, from = 0) =>
  new Set(Array.from({ length: count }, (_, index) => String(index + from)))

test('a ride that a list leaves out may be retired', () => {
  expect(mayRetire(ids(20), ids(19))).toBe(true)
})

test('an empty list retires nothing', () => {
  expect(mayRetire(ids(2), ids(0))).toBe(false)
})

test('a list without half of the known rows retires nothing', () => {
  expect(mayRetire(ids(20), ids(9))).toBe(false)
})
