import { expect, test } from 'vitest'
import { fullBudget, takeRequest, type Lane } from './request-budget.ts'

/** How many requests of an endless queue pass in the minute that begins after `idleMs`. */
function passedInAMinute(lane: Lane): number {
  let budget = fullBudget(0)
  let passed = 0
  for (let ms = 0; ms < 60_000; ) {
    const taken = takeRequest(budget, lane, ms)
    budget = taken.budget
    if (taken.waitMs === 0) passed++
    ms += taken.waitMs
  }
  return passed
}

test('no minute has more requests than the feed allows', () => {
  expect(passedInAMinute('live')).toBeLessThan(300)
  expect(passedInAMinute('live')).toBeGreaterThan(250)
})

test('the catalogue leaves requests over for the waits', () => {
  let budget = fullBudget(0)
  let taken = takeRequest(budget, 'background', 0)
  while (taken.waitMs === 0) {
    budget = taken.budget
    taken = takeRequest(budget, 'background', 0)
  }
  expect(takeRequest(budget, 'live', 0).waitMs).toBe(0)
})

test('a clock that goes back gives no requests away', () => {
  const { budget } = takeRequest(fullBudget(60_000), 'live', 60_000)
  expect(takeRequest(budget, 'live', 0).budget.tokens).toBe(budget.tokens - 1)
})
