import { expect, test } from 'vitest'
import { toUsualShares } from './usual-shares.ts'

/** Minutes posted at one hour, by wait. */
const at = (hour: number, days: number, waits: Record<number, number>) => ({
  hour,
  days,
  steps: Object.fromEntries(Object.entries(waits).map(([wait, minutes]) => [Number(wait) / 5, minutes])),
})

test('the share of a limit is of the time of all hours', () => {
  const { shares, days } = toUsualShares([at(9, 10, { 10: 60 }), at(14, 30, { 40: 120, 15: 20 })])
  expect(shares.slice(0, 3)).toEqual([0, 0.3, 0.4])
  expect(shares).toHaveLength(24)
  expect(days).toBe(30)
})

test('the best hour of a limit is the one that was so low most often, and there is none where it never was', () => {
  const { bestHours } = toUsualShares([
    at(9, 10, { 10: 30, 40: 30 }),
    at(21, 10, { 15: 50, 40: 10 }),
    at(22, 4, { 5: 60 }),
  ])
  expect(bestHours.slice(0, 3)).toEqual([null, 9, 21])
})

test('a ride without posted waits has no shares', () => {
  expect(toUsualShares([])).toEqual({ days: 0, shares: [], bestHours: [] })
})
