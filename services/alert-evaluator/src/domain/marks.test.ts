import { HIGHEST_MARK, LOWEST_MARK } from '@walkon/contracts/guarantee'
import { expect, test } from 'vitest'
import { applyPoll, lastAbove, type ParkLevels } from './marks.ts'

const RIDE = 'ride'
const at = (minute: number) => new Date(Date.UTC(2026, 6, 1, 12, minute))

/** A park after polls of one ride, a minute apart; undefined: the ride has no row. */
function levelsAfter(waits: (number | null | undefined)[], poll = {}): ParkLevels {
  const levels: ParkLevels = { readAt: null, rides: new Map() }
  for (const [minute, wait] of waits.entries())
    applyPoll(levels, { ...pollOf(wait, minute), ...(minute === waits.length - 1 ? poll : {}) })
  return levels
}

const pollOf = (wait: number | null | undefined, minute: number) => ({
  parkId: 'park',
  observedAt: at(minute),
  parkOpen: true,
  trusted: true,
  rides:
    wait === undefined
      ? []
      : [
          {
            rideId: RIDE,
            name: 'A ride',
            status: 'OPERATING' as const,
            waitMinutes: wait,
            changedAt: null,
            usualMinutes: null,
          },
        ],
})
const above = (levels: ParkLevels, mark: number) => lastAbove(levels, RIDE)[mark - LOWEST_MARK] ?? null

test.for<[string, (number | null | undefined)[], number, number | null]>([
  ['that was never above its mark has no instant', [5, 10, 5], 15, null],
  ['that stands above its mark was above it now', [20, 20, 20], 15, 2],
  ['that has fallen was above its mark in the last reading before', [20, 20, 10, 10], 15, 1],
  ['at 10 is above a mark of 5', [10, 10], 5, 1],
  ['that posts nothing was above its mark before that', [20, null, null], 15, 0],
  ['without a row was above its mark before that', [20, undefined, undefined, 5], 15, 0],
  ['that rises again is above its mark again', [5, 20, 5, 20, 5], 15, 3],
])('a ride %s', ([, waits, mark, minute]) => {
  expect(above(levelsAfter(waits), mark)).toEqual(minute === null ? null : at(minute))
})

test.for([
  ['that is not trusted', { trusted: false }],
  ['of a closed park', { parkOpen: false }],
  ['that is older than the newest', { observedAt: at(0) }],
])('a poll %s changes nothing', ([, poll]) => {
  expect(above(levelsAfter([10, 10, 60], poll as object), HIGHEST_MARK)).toBeNull()
})

test('a wait that stands changes no row', () => {
  const levels = levelsAfter([20])
  expect([applyPoll(levels, pollOf(20, 1)), applyPoll(levels, pollOf(25, 2))]).toEqual([[], [RIDE]])
})
