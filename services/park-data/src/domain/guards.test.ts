import { expect, test } from 'vitest'
import { isBaseline, isFrozen } from './guards.ts'

const now = new Date('2026-07-14T16:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test.for([
  ['the very first reading is a baseline', { readAt: null, wasEmpty: false }, true],
  ['a reading after ten minutes is no baseline', { readAt: minutesAgo(10), wasEmpty: false }, false],
  [
    'a reading after more than ten minutes is a baseline',
    { readAt: minutesAgo(10.1), wasEmpty: false },
    true,
  ],
  ['a reading after an empty answer is a baseline', { readAt: minutesAgo(1), wasEmpty: true }, true],
  ['a reading a minute after another is no baseline', { readAt: minutesAgo(1), wasEmpty: false }, false],
] as const)('%s', ([, reading, expected]) => {
  expect(isBaseline(reading, now)).toBe(expected)
})

test('a park is frozen when no row has changed for thirty minutes', () => {
  expect(isFrozen(minutesAgo(29.9), now)).toBe(false)
  expect(isFrozen(minutesAgo(30), now)).toBe(true)
})
