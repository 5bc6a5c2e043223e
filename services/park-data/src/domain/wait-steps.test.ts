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

test('a change within five minutes of the last replaces it, so that a day has at most 288', () => {
  expect(stepsOf([300, 10], [310, 20], [312, 25], [314, 30], [315, 35])).toEqual([
    [300, 10],
    [310, 30],
    [315, 35],
  ])
})

test('a change that is reverted within five minutes leaves no step', () => {
  expect(stepsOf([300, 10], [310, 20], [312, 10])).toEqual([[300, 10]])
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
