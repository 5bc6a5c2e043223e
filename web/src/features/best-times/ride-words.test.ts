import type { RideStatistics, StatisticsDay } from '@walkon/contracts/http/ride-statistics'
import { expect, test } from 'vitest'
import { someStatistics } from '../../test/ride-statistics.ts'
import {
  downSentence,
  lengthWords,
  lowestSentence,
  reliabilityWords,
  scoreSentence,
  sinceSentence,
  todaySentence,
  weekSentence,
  type Steps,
} from './ride-words.ts'

const USUAL: Steps = [
  [300, 40],
  [360, 60],
]

test.for<[string, Steps, number, string]>([
  ['far below', [[300, 20]], 360, '20 min under a usual weekday so far.'],
  [
    'far above',
    [
      [300, 70],
      [360, 90],
    ],
    420,
    '30 min over a usual weekday so far.',
  ],
  ['about the same', [[300, 40]], 360, 'Like a usual weekday so far.'],
  ['a day without waits', [[300, null]], 360, 'No wait was posted today.'],
  ['a day before the usual hours', [[100, 20]], 200, 'We don’t know a usual weekday.'],
])('a day is compared with a usual one: %s', ([, today, now, sentence]) => {
  expect(todaySentence(today, USUAL, now, 'weekday')).toBe(sentence)
})

test('the week names its shortest and its longest hour', () => {
  const hour = (weekday: number, at: number, medianMinutes: number) => ({
    weekday,
    hour: at,
    days: 5,
    lowMinutes: medianMinutes,
    medianMinutes,
    highMinutes: medianMinutes,
  })
  expect(weekSentence([hour(1, 12, 60), hour(2, 21, 15), hour(6, 12, 80)])).toBe(
    'Shortest on Tuesdays at 9 pm, longest on Saturdays at 12 pm.',
  )
  expect(weekSentence([hour(1, 12, 5), hour(2, 12, 5)])).toBe('5 min all week long.')
  expect(weekSentence([])).toBe('The week shows up here once three days of a weekday are known.')
})

const daysOf = (...lows: (number | null)[]): StatisticsDay[] =>
  lows.map((waitMinutes, index) => ({
    date: `2026-04-0${index + 1}`,
    lowest: waitMinutes === null ? null : { waitMinutes, hour: 21 },
    breakdowns: [],
  }))

test('a limit was met on the days that got as low, of those with waits', () => {
  expect(lowestSentence(daysOf(10, 15, 20, null), 15)).toBe(
    'It got to 15 min or less on 2 of the last 3 days.',
  )
  expect(lowestSentence(daysOf(10, 15), 15)).toBe('It got to 15 min or less on each of the last 2 days.')
  expect(lowestSentence(daysOf(20, 30), 15)).toBe('It got to 15 min or less on none of the last 2 days.')
  expect(lowestSentence(daysOf(null), 15)).toBe('No wait was posted in the last seven days.')
})

const reliability = (changes: Partial<RideStatistics['reliability']>) =>
  someStatistics({ reliability: { ...someStatistics().reliability, ...changes } })

test('reliability is told by days, typical length, how often it was over soon, and its share of the time', () => {
  const ride = reliability({
    downShare: 0.034,
    breakdowns: 23,
    typicalMinutes: 70,
    backWithin: { minutes: 25, share: 0.87 },
  })
  expect(downSentence(ride)).toBe('Down on 1 of the last 7 days, usually for 1 h 10 min.')
  expect(reliabilityWords(ride)).toEqual([
    'Back within 25 min in 8 of 10 times, from 23 breakdowns of the last 13 weeks.',
    'Half an hour after it reopens the wait is usually 20 min, from 18 reopenings.',
    'Down for 3% of its opening hours in the last five weeks.',
  ])
})

test('what is not known is not told', () => {
  const ride = reliability({
    downShare: null,
    typicalMinutes: null,
    backWithin: null,
    afterReopening: undefined,
  })
  expect(downSentence(ride)).toBe('Down on 1 of the last 7 days.')
  expect(reliabilityWords(ride)).toEqual([])
  expect(scoreSentence(null)).toBeNull()
})

test('fewer than four weeks are called too few', () => {
  expect(sinceSentence(someStatistics({ days: 35, firstDate: '2026-03-10' }))).toBe(
    'From 35 days since Tue, Mar 10.',
  )
  expect(sinceSentence(someStatistics({ days: 4, firstDate: '2026-04-10' }))).toBe(
    'From 4 days since Fri, Apr 10: too few to rely on.',
  )
})

test.for([
  [5, '5 min'],
  [60, '1 h'],
  [95, '1 h 35 min'],
] as const)('a length of %d minutes reads "%s"', ([minutes, words]) => {
  expect(lengthWords(minutes)).toBe(words)
})
