import { expect, test } from 'vitest'
import { isProbablyDone, type BreakdownLength } from './done-for-today.ts'

const NOW = new Date('2026-07-14T20:00:00Z')
const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

const back = (...lengths: number[]): BreakdownLength[] =>
  lengths.map((minutes) => ({ minutes, cameBack: true }))
const untilClosing = (...lengths: number[]): BreakdownLength[] =>
  lengths.map((minutes) => ({ minutes, cameBack: false }))

const isDone = (down: number, left: number, breakdowns: BreakdownLength[]) =>
  isProbablyDone({ downSince: minutesFromNow(-down), closesAt: minutesFromNow(left), breakdowns }, NOW)

/** Half are over in 20 minutes; those that last longer take hours. */
const MIXED = [...back(5, 10, 10, 15, 20), ...back(130, 140, 150, 160), ...untilClosing(170)]

test('a breakdown that outlasts the usual is probably the last of the day if those as long were not over in the time that is left', () => {
  expect(isDone(30, 60, MIXED)).toBe(true)
})

test('with enough time left it is not: such breakdowns were over by then', () => {
  expect(isDone(30, 115, MIXED)).toBe(false)
  expect(isDone(30, 600, MIXED)).toBe(false)
})

test('a breakdown that has not lasted longer than half of the others is not, however soon the park closes', () => {
  expect(isDone(18, 3, MIXED)).toBe(false)
})

test('a breakdown longer than nearly all is done once less time is left than it has taken', () => {
  const short = back(5, 10, 10, 15, 20)
  expect(isDone(45, 46, short)).toBe(false)
  expect(isDone(45, 45, short)).toBe(true)
})

test('past breakdowns that the closing cut short do not make a morning’s breakdown the last of its day', () => {
  const evenings = [...back(10, 15, 20), ...untilClosing(25, 30, 40)]
  expect(isDone(21, 540, evenings)).toBe(false)
  expect(isDone(45, 540, evenings)).toBe(false)
})

test('nothing is said with fewer than five breakdowns, or from the closing on', () => {
  expect(isDone(60, 30, back(5, 10, 10, 15))).toBe(false)
  expect(isDone(60, 0, back(5, 10, 10, 15, 20))).toBe(false)
})
