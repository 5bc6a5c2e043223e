import { expect, test } from 'vitest'
import { bestHours } from './best-hours.ts'
import { usualHours, weekHours, type DayHour } from './usual-wait.ts'
import { scoreUsual } from './usual-score.ts'

/** Tuesday. */
const TODAY = '2026-07-14'
const dayOf = (daysAgo: number) => new Date(Date.UTC(2026, 6, 14 - daysAgo)).toISOString().slice(0, 10)

/** An hour in which one wait was posted. */
function posted(daysAgo: number, wait: number, hour = 12): DayHour {
  const date = dayOf(daysAgo)
  const isWeekend = [0, 6].includes(new Date(date).getUTCDay())
  return { date, hour, isWeekend, steps: { [wait / 5]: 60 } }
}

const usual = (hours: DayHour[], isWeekend = false) => usualHours(hours, { today: TODAY, isWeekend })

test('the usual wait of an hour is the median of days like today, with the waits of the middle half around it', () => {
  const hours = [posted(1, 10), posted(4, 20), posted(5, 30), posted(6, 40), posted(7, 90)]
  expect(usual(hours)).toEqual([{ hour: 12, days: 5, lowMinutes: 20, medianMinutes: 30, highMinutes: 40 }])
})

test('days of the other class, today and days before four weeks are no part of it', () => {
  const hours = [posted(1, 10), posted(4, 10), posted(5, 10), posted(3, 90), posted(0, 90), posted(29, 90)]
  expect(usual(hours)).toEqual([{ hour: 12, days: 3, lowMinutes: 10, medianMinutes: 10, highMinutes: 10 }])
})

test('an hour of fewer than three days has no usual wait', () => {
  expect(usual([posted(1, 10), posted(4, 10)])).toEqual([])
})

test('each day of the week has its own hours, Monday first', () => {
  const sundays = [2, 9, 16].map((daysAgo) => posted(daysAgo, 60))
  const mondays = [1, 8, 15].map((daysAgo) => posted(daysAgo, 20))
  expect(weekHours([...sundays, ...mondays])).toMatchObject([
    { weekday: 1, hour: 12, days: 3, medianMinutes: 20 },
    { weekday: 7, hour: 12, days: 3, medianMinutes: 60 },
  ])
})

const span = (hour: number, minutes = 60) => ({
  hour,
  startsAt: new Date(Date.UTC(2026, 6, 14, hour)),
  endsAt: new Date(Date.UTC(2026, 6, 14, hour, minutes)),
})
const DAY = [9, 10, 11, 12].map((hour) => span(hour))
const WAITS = [20, 60, 30, 10].map((medianMinutes, index) => ({ hour: 9 + index, medianMinutes }))
const hoursOf = (from: number, usualMinutes: number) => ({
  startsAt: new Date(Date.UTC(2026, 6, 14, from)),
  endsAt: new Date(Date.UTC(2026, 6, 14, from + 2)),
  usualMinutes,
})

test('the best two hours are those in a row with the least mean of their usual waits', () => {
  expect(bestHours(WAITS, DAY, new Date(Date.UTC(2026, 6, 14, 6)))).toEqual({
    shortest: hoursOf(11, 20),
    longest: hoursOf(10, 45),
  })
})

test('hours that are over, cut by the closing, or without a usual wait are not among the best', () => {
  expect(bestHours(WAITS, DAY, new Date(Date.UTC(2026, 6, 14, 11, 30)))?.shortest).toEqual(hoursOf(11, 20))
  expect(bestHours(WAITS, DAY, new Date(Date.UTC(2026, 6, 14, 12, 30)))).toBeNull()
  expect(bestHours(WAITS, [...DAY.slice(0, 3), span(12, 30)], new Date(0))?.shortest).toEqual(hoursOf(9, 40))
  expect(bestHours(WAITS.slice(1), DAY.slice(0, 2), new Date(0))).toBeNull()
})

test('what was foretold is compared with what was posted, beside the day before and the mean of the weekday', () => {
  // Yesterday was a Monday at 30. Its Mondays before have the median 40 and the mean 50; the Sunday before it 80.
  const mondays = [posted(8, 40), posted(15, 20), posted(22, 90)]
  expect(scoreUsual([...mondays, posted(2, 80), posted(1, 30)], TODAY)).toEqual({
    hours: 1,
    usualError: 10,
    dayBeforeError: 50,
    weekdayMeanError: 20,
  })
})

test('nothing is scored without days to foretell from', () => {
  expect(scoreUsual([posted(1, 30), posted(2, 30)], TODAY)).toBeNull()
})
