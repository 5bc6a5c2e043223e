import { expect, test } from 'vitest'
import { toTimeLeft } from './time-left.ts'

const NOW = new Date('2026-04-14T18:41:00Z')
const MINUTE = 60_000

test.for([
  [0.2, '1 minute'],
  [119, '119 minutes'],
  [150, '2 hours'],
  [24 * 60, '24 hours'],
  [72 * 60 - 1, '71 hours'],
  [72 * 60, '3 days'],
  [7 * 24 * 60, '7 days'],
  [7 * 24 * 60 - 1, '6 days'],
] as const)('%s minutes that are left are said as "%s", never as more', ([minutes, words]) => {
  expect(toTimeLeft(new Date(NOW.getTime() + minutes * MINUTE), NOW)).toBe(words)
})
