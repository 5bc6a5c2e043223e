import { expect, test } from 'vitest'
import { usDate } from './us-date.ts'

test('a day is written as Americans write it, whatever the zone of the machine', () => {
  expect(usDate('2026-11-21')).toBe('Sat, Nov 21')
  expect(usDate('2026-03-01')).toBe('Sun, Mar 1')
})
