import { expect, test } from 'vitest'
import { usualSteps } from './usual-steps.ts'

const day = [
  { hour: 0, medianMinutes: 5 },
  { hour: 9, medianMinutes: 30 },
  { hour: 10, medianMinutes: 50 },
  { hour: 12, medianMinutes: 40 },
]

test('the usual waits are steps of the park’s day, from where its chart begins until now', () => {
  expect(usualSteps(day, 330, 395)).toEqual([
    [330, 30],
    [360, 50],
  ])
})

test('an hour without usual waits is a gap', () => {
  expect(usualSteps(day, 360, 500)).toEqual([
    [360, 50],
    [420, null],
    [480, 40],
  ])
})

test('an hour after midnight is the last of the day', () => {
  expect(usualSteps(day, 1_190, 1_230)).toEqual([[1_200, 5]])
})
