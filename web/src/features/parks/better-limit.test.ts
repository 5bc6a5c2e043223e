import { expect, test } from 'vitest'
import { betterLimit, hitsOf } from './better-limit.ts'

/** Seven days of a ride that people queue for. */
const LOWS = [40, 35, 45, 35, 30, 50, 40]

test('a day counts for a limit where the ride got as low, and not where it posted no wait', () => {
  expect(hitsOf([15, 20, null], 15)).toEqual([true, false, false])
})

test('for a limit that a ride never meets, the lowest one that it met on five of seven days is named', () => {
  expect(betterLimit(LOWS, 15)).toEqual({ minutes: 40, days: 5 })
})

test('a limit that a ride meets at times, and a ride that never gets short, have no better one', () => {
  expect(betterLimit(LOWS, 35)).toBeNull()
  expect(betterLimit([130, 140, 150], 15)).toBeNull()
})

test('two days name no limit', () => {
  expect(betterLimit([40, 40], 15)).toBeNull()
})
