import { describe, expect, test } from 'vitest'
import { decideDates, toPassWindows } from './pass-windows.ts'

const timezone = 'America/New_York'
const noon = new Date('2026-07-01T16:00:00Z')

const windowsOf = (visit: Partial<Parameters<typeof toPassWindows>[0]>, now = noon) =>
  toPassWindows({ dates: ['2026-07-01'], startTime: null, timezone, passHours: 24, ...visit }, now).map(
    ({ date, startsAt, endsAt }) => [date, startsAt.toISOString(), endsAt.toISOString()],
  )

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
  test('the window of today starts at the activation, whatever start time was chosen', () => {
    expect(windowsOf({ startTime: '18:00' })).toEqual([
      ['2026-07-01', '2026-07-01T16:00:00.000Z', '2026-07-02T16:00:00.000Z'],
    ])
  })

  test('the window of a later day starts at 00:00 park time', () => {
    expect(windowsOf({ dates: ['2026-07-02'] })).toEqual([
      ['2026-07-02', '2026-07-02T04:00:00.000Z', '2026-07-03T04:00:00.000Z'],
    ])
  })

  test('the window of a later day starts at the chosen park time', () => {
    expect(windowsOf({ dates: ['2026-07-02'], startTime: '09:30' })).toEqual([
      ['2026-07-02', '2026-07-02T13:30:00.000Z', '2026-07-03T13:30:00.000Z'],
    ])
  })

  test('a day that has ended gets no window', () => {
    expect(windowsOf({ dates: ['2026-06-30', '2026-07-01'] }).map(([date]) => date)).toEqual(['2026-07-01'])
  })

  test('a window on a day of 23 hours lasts 24 hours and ends at 01:00', () => {
    expect(windowsOf({ dates: ['2027-03-14'] })).toEqual([
      ['2027-03-14', '2027-03-14T05:00:00.000Z', '2027-03-15T05:00:00.000Z'],
    ])
  })

  test('a window on a day of 25 hours lasts 24 hours and ends at 23:00', () => {
    expect(windowsOf({ dates: ['2026-11-01'] })).toEqual([
      ['2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:00:00.000Z'],
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
