import { expect, test } from 'vitest'
import { longestWait, longSteps, stepPath } from './sparkline.tsx'

const BOX = { width: 60, height: 24, inset: 2 }

test('a posted wait holds until the next one, the last one until now', () => {
  expect(
    stepPath(
      [
        [0, 0],
        [30, 50],
      ],
      60,
      50,
      BOX,
    ),
  ).toBe('M0 22H30V2H60')
})

test('a gap in the readings is a gap in the line', () => {
  expect(
    stepPath(
      [
        [0, 50],
        [20, null],
        [40, 0],
      ],
      60,
      50,
      BOX,
    ),
  ).toBe('M0 2H20M40 22H60')
})

test('a day without a number has no longest wait', () => {
  expect(longestWait([[0, null]])).toBeNull()
  expect(
    longestWait([
      [0, 10],
      [5, 65],
      [9, null],
    ]),
  ).toBe(65)
})

test('a small chart leaves out what is too short to be seen, but never the newest wait', () => {
  const today: [number, number][] = [
    [0, 40],
    [60, 5],
    [66, 45],
    [120, 10],
  ]
  expect(longSteps(today, 122, 25)).toEqual([
    [0, 40],
    [66, 45],
    [120, 10],
  ])
})
