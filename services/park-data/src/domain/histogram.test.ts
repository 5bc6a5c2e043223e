import { expect, test } from 'vitest'
import { fitLimit, medianMinutes, shareAtOrBelow } from './histogram.ts'

/** Minutes posted, by wait. */
const posted = (waits: Record<number, number>) =>
  Object.fromEntries(Object.entries(waits).map(([wait, minutes]) => [Number(wait) / 5, minutes]))
const days = (count: number, waits: Record<number, number>) => ({ days: count, steps: posted(waits) })
const NONE = days(0, {})

test('the usual wait is the median of the time, which a few very long waits do not move', () => {
  expect(medianMinutes(posted({ 30: 40, 45: 100, 50: 40, 240: 20 }))).toBe(45)
})

test('a median between two waits is the mean of them', () => {
  expect(medianMinutes(posted({ 40: 30, 60: 30 }))).toBe(50)
})

test('nothing posted has no median and no share', () => {
  expect(medianMinutes({})).toBeNull()
  expect(shareAtOrBelow({}, 60)).toBeNull()
})

test('a share counts the waits at the limit', () => {
  expect(shareAtOrBelow(posted({ 10: 20, 15: 20, 20: 60 }), 15)).toBe(0.4)
})

test('the limit of a headliner is the highest step that it was at or below in a tenth of the time', () => {
  expect(fitLimit(days(20, { 25: 5, 30: 5, 35: 10, 45: 80 }), NONE)).toBe(30)
})

test('the limit of a theatre that always posts 10 minutes is 5, so that it stays quiet', () => {
  expect(fitLimit(days(20, { 10: 1200 }), NONE)).toBe(5)
})

test('a limit is never above what a visitor may set', () => {
  expect(fitLimit(days(20, { 240: 1200 }), NONE)).toBe(120)
})

test('under 14 days of the hour there is no limit', () => {
  expect(fitLimit(days(10, { 45: 100 }), days(3, { 45: 100 }))).toBeNull()
  expect(fitLimit(days(10, { 45: 100 }), days(4, { 45: 100 }))).toBe(40)
})

test('weekdays and weekends are told apart from five days of a class on', () => {
  const weekdays = days(20, { 30: 100 })
  expect(fitLimit(days(5, { 90: 100 }), weekdays)).toBe(85)
  expect(fitLimit(days(4, { 90: 100 }), weekdays)).toBe(25)
})
