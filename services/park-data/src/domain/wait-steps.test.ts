import { expect, test } from 'vitest'
import { addStep, mostOfSteps, type WaitStep } from './wait-steps.ts'

const stepsOf = (...readings: WaitStep[]) =>
  readings.reduce<WaitStep[]>((steps, [minute, wait]) => addStep(steps, minute, wait), [])

test('only a change of the wait is a step', () => {
  expect(stepsOf([300, 10], [310, 10], [320, 20], [330, 20])).toEqual([
    [300, 10],
    [320, 20],
  ])
})

test('the day begins with its first posted wait', () => {
  expect(stepsOf([1, null], [300, null], [310, 5])).toEqual([[310, 5]])
})

test('a stretch without a reading is a gap', () => {
  expect(stepsOf([300, 10], [310, null], [320, 10])).toEqual([
    [300, 10],
    [310, null],
    [320, 10],
  ])
})

test('the newest step has its own minute, however soon it follows the step before it', () => {
  expect(stepsOf([698, 90], [701, 5])).toEqual([
    [698, 90],
    [701, 5],
  ])
})

test('of two steps within five minutes the one that lasted longer stays, so that a day has at most 289', () => {
  expect(stepsOf([300, 10], [310, 20], [312, 25], [320, 30])).toEqual([
    [300, 10],
    [312, 25],
    [320, 30],
  ])
  expect(stepsOf([300, 10], [310, 20], [313, 25], [314, 30])).toEqual([
    [300, 10],
    [310, 20],
    [314, 30],
  ])
  const everyMinute = Array.from({ length: 24 * 60 }, (_, minute): WaitStep => [minute, 5 + (minute % 7) * 5])
  const steps = stepsOf(...everyMinute)
  expect(steps.length).toBeLessThanOrEqual(289)
  const lengths = steps.slice(1, -1).map(([minute], index) => minute - (steps[index]?.[0] ?? 0))
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(5)
})

test('a wait that is posted again after a shorter one of some minutes is one step in the end', () => {
  expect(stepsOf([300, 10], [310, 20], [312, 10])).toEqual([
    [300, 10],
    [310, 20],
    [312, 10],
  ])
  expect(stepsOf([300, 10], [310, 20], [312, 10], [330, 15])).toEqual([
    [300, 10],
    [330, 15],
  ])
})

test('of two changes within one minute the second one counts', () => {
  expect(stepsOf([300, 10], [310, 20], [310, 25])).toEqual([
    [300, 10],
    [310, 25],
  ])
  expect(stepsOf([300, 10], [310, 20], [310, 10])).toEqual([[300, 10]])
})

test('a reading that changes nothing makes no new array', () => {
  const steps = stepsOf([300, 10])
  expect(addStep(steps, 301, 10)).toBe(steps)
})

test('the longest wait ignores gaps', () => {
  expect(
    mostOfSteps([
      [0, 10],
      [10, null],
      [20, 20],
      [30, 5],
    ]),
  ).toBe(20)
  expect(mostOfSteps([])).toBe(0)
})
