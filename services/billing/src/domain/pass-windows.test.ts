import { describe, expect, test } from 'vitest'
import { decideDates, TERMS, toEndOfDays, toPassWindows } from './pass-windows.ts'

const timezone = 'America/New_York'
const noon = new Date('2026-07-01T16:00:00Z')

const windowsOf = (visit: Partial<Parameters<typeof toPassWindows>[0]>, now = noon) =>
  toPassWindows(
    { dates: ['2026-07-01'], startTime: null, timezone, passHours: 24, terms: TERMS, ...visit },
    now,
  ).map(({ date, startsAt, endsAt }) => [date, startsAt.toISOString(), endsAt.toISOString()])

describe('decideDates', () => {
  test('decideDates sorts the days and removes repeated ones', () => {
    expect(decideDates(['2026-07-03', '2026-07-01', '2026-07-03'], timezone, noon)).toEqual([
      '2026-07-01',
      '2026-07-03',
    ])
  })

  test('decideDates refuses a day that has ended at the park, even where the visitor still has that day', () => {
    const midnightInTokyo = new Date('2026-07-01T15:00:00Z')
    expect(decideDates(['2026-07-01'], 'Asia/Tokyo', midnightInTokyo)).toEqual({
      problem: 'date-in-past',
      date: '2026-07-01',
    })
  })

  test('decideDates accepts a day that has not ended at the park, even where the visitor has the next day', () => {
    const lateInCalifornia = new Date('2026-07-02T06:59:00Z')
    expect(decideDates(['2026-07-01'], 'America/Los_Angeles', lateInCalifornia)).toEqual(['2026-07-01'])
  })

  test('decideDates accepts a day 365 days ahead', () => {
    expect(decideDates(['2027-07-01'], timezone, noon)).toEqual(['2027-07-01'])
  })

  test('decideDates refuses a day 366 days ahead', () => {
    expect(decideDates(['2027-07-02'], timezone, noon)).toEqual({
      problem: 'date-too-far',
      date: '2027-07-02',
    })
  })
})

describe('toPassWindows', () => {
  test.for([
    ['no time', null, '2026-07-01T16:00:00.000Z', '2026-07-02T16:00:00.000Z'],
    ['a time that is over', '09:00', '2026-07-01T16:00:00.000Z', '2026-07-02T16:00:00.000Z'],
    ['a later time', '18:00', '2026-07-01T22:00:00.000Z', '2026-07-02T22:00:00.000Z'],
  ] as const)(
    'the window of today with %s chosen starts at the activation, or later',
    ([, startTime, from, until]) => {
      expect(windowsOf({ startTime })).toEqual([['2026-07-01', from, until]])
    },
  )

  test('a later day without a start time is the day of the park, from 04:00 to 04:00', () => {
    expect(windowsOf({ dates: ['2026-07-02'] })).toEqual([
      ['2026-07-02', '2026-07-02T08:00:00.000Z', '2026-07-03T08:00:00.000Z'],
    ])
  })

  test('an order of before keeps the windows that it was sold with, from midnight', () => {
    expect(windowsOf({ dates: ['2026-07-02'], terms: 1 })).toEqual([
      ['2026-07-02', '2026-07-02T04:00:00.000Z', '2026-07-03T04:00:00.000Z'],
    ])
  })

  test('a day whose night goes on at the park starts at the activation', () => {
    const oneInTheMorning = new Date('2026-07-02T05:00:00Z')
    expect(windowsOf({}, oneInTheMorning)).toEqual([
      ['2026-07-01', '2026-07-02T05:00:00.000Z', '2026-07-03T05:00:00.000Z'],
    ])
  })

  test('a day is over at 04:00 of the next morning', () => {
    expect(toEndOfDays(['2026-07-02', '2026-07-01'], timezone).toISOString()).toBe('2026-07-03T08:00:00.000Z')
    expect(windowsOf({}, new Date('2026-07-02T08:00:00Z'))).toEqual([])
  })

  test('the window of a later day starts at the chosen park time', () => {
    expect(windowsOf({ dates: ['2026-07-02'], startTime: '09:30' })).toEqual([
      ['2026-07-02', '2026-07-02T13:30:00.000Z', '2026-07-03T13:30:00.000Z'],
    ])
  })

  test('a day that has ended gets no window', () => {
    expect(windowsOf({ dates: ['2026-06-30', '2026-07-01'] }).map(([date]) => date)).toEqual(['2026-07-01'])
  })

  test('the night in which the clocks go forward makes a day of 23 hours, until 04:00', () => {
    expect(windowsOf({ dates: ['2027-03-13'] })).toEqual([
      ['2027-03-13', '2027-03-13T09:00:00.000Z', '2027-03-14T08:00:00.000Z'],
    ])
  })

  test('the night in which the clocks go back makes a day of 25 hours, until 04:00', () => {
    expect(windowsOf({ dates: ['2026-10-31'] })).toEqual([
      ['2026-10-31', '2026-10-31T08:00:00.000Z', '2026-11-01T09:00:00.000Z'],
    ])
  })

  test('a start time that the change of clocks skips is read as one hour later', () => {
    expect(windowsOf({ dates: ['2027-03-14'], startTime: '02:30' })[0]?.[1]).toBe('2027-03-14T07:30:00.000Z')
  })

  test('a start time that the change of clocks repeats is read as the first', () => {
    expect(windowsOf({ dates: ['2026-11-01'], startTime: '01:30' })[0]?.[1]).toBe('2026-11-01T05:30:00.000Z')
  })

  test('a window lasts as many hours as the settings say', () => {
    expect(windowsOf({ passHours: 6 })[0]?.[2]).toBe('2026-07-01T22:00:00.000Z')
  })
})
