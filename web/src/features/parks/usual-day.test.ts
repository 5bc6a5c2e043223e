import type { RideUsualWaits } from '@walkon/contracts/http/usual-waits'
import { expect, test } from 'vitest'
import { MAGIC_KINGDOM } from '../../test/samples.ts'
import { shareWords } from './share-words.ts'
import { lowestToday, sharesOf, stepsFrom, usualDayAt } from './usual-day.ts'

const anHour = (hour: number, medianMinutes: number | null = 30) => ({
  hour,
  days: 20,
  medianMinutes,
  shortMinutes: null,
  shares: [],
  downShare: 0,
})
const usual: RideUsualWaits = {
  rideId: MAGIC_KINGDOM,
  name: 'Space Mountain',
  parkId: MAGIC_KINGDOM,
  timezone: 'America/New_York',
  usualMinutes: 30,
  weekday: [anHour(14)],
  weekend: [anHour(14, 60), anHour(15, 70)],
  downtimes: [],
  forecast: [],
}

test('a Saturday and a Sunday of the park have the hours of weekends, whatever day it is for the visitor', () => {
  const saturdayInUtcOnly = new Date('2026-04-18T01:00:00Z')
  expect(usualDayAt(usual, saturdayInUtcOnly).isWeekend).toBe(false)
  const saturday = usualDayAt(usual, new Date('2026-04-18T19:10:00Z'))
  expect(saturday.isWeekend).toBe(true)
  expect(saturday.hourNow?.medianMinutes).toBe(70)
})

test('a chart of the hours after a Friday’s midnight is of Friday until 4 am, and the present hour is of Saturday', () => {
  const week = { ...usual, weekday: [anHour(1, 5), anHour(22)], weekend: [anHour(1, 10), anHour(22, 60)] }
  const lateOnFriday = usualDayAt(week, new Date('2026-04-18T05:30:00Z'))
  expect(lateOnFriday.hours.map(({ hour, medianMinutes }) => [hour, medianMinutes])).toEqual([
    [22, 30],
    [1, 10],
  ])
  expect(lateOnFriday.hourNow?.medianMinutes).toBe(10)
  const saturday = usualDayAt(week, new Date('2026-04-18T08:00:00Z'))
  expect(saturday.hours.find(({ hour }) => hour === 22)?.medianMinutes).toBe(60)
})

test('the lowest wait of today is the first of its kind, with its clock', () => {
  const today: [number, number | null][] = [
    [300, 40],
    [330, 15],
    [360, null],
    [400, 15],
  ]
  expect(lowestToday(today)).toEqual({ waitMinutes: 15, clock: '9:30 am' })
  expect(lowestToday([[300, null]])).toBeNull()
})

test('a day from its opening on begins with the wait that stood then, and knows nothing of the night', () => {
  const posted: [number, number | null][] = [
    [0, 5],
    [200, 30],
    [360, 45],
  ]
  expect(stepsFrom(posted, 300)).toEqual([
    [300, 30],
    [360, 45],
  ])
  expect(stepsFrom(posted.slice(2), 300)).toEqual([[360, 45]])
})

test('shares are those of 5, 10 and 15 minutes, and of what is short for the ride where that is longer', () => {
  const shares = Array.from({ length: 24 }, (_, index) => (index + 1) / 100)
  expect(sharesOf({ ...anHour(14), shares, shortMinutes: 35 })).toEqual([
    { minutes: 5, words: '1% of the time' },
    { minutes: 10, words: '2% of the time' },
    { minutes: 15, words: '3% of the time' },
    { minutes: 35, words: '7% of the time' },
  ])
  expect(sharesOf({ ...anHour(14), shares: [] })).toEqual([])
})

test.for([
  [0, 'never'],
  [0.004, 'under 1% of the time'],
  [0.12, '12% of the time'],
  [0.997, 'over 99% of the time'],
  [1, 'always'],
] as const)('a share of %d reads "%s"', ([share, words]) => {
  expect(shareWords(share)).toBe(words)
})
