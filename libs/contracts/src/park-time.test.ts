import { describe, expect, test } from 'vitest'
import { toClockSeenAt, toDay, toDays, toParkDate, toZonedClock } from './park-time.ts'

const at = (instant: string) => new Date(instant)

describe('an instant', () => {
  test('an instant is formatted in the park’s time zone, with the zone’s abbreviation', () => {
    expect(toZonedClock(at('2026-04-14T18:41:00Z'), 'America/New_York')).toBe('2:41 pm EDT')
    expect(toZonedClock(at('2026-12-14T18:41:00Z'), 'America/New_York')).toBe('1:41 pm EST')
  })

  test('an instant belongs to the park’s calendar day', () => {
    expect(toParkDate(at('2026-07-01T03:59:00Z'), 'America/New_York')).toBe('2026-06-30')
    expect(toParkDate(at('2026-07-01T04:00:00Z'), 'America/New_York')).toBe('2026-07-01')
  })

  test.for([
    ['before', '2026-11-01T05:30:00Z', '1:30 am EDT'],
    ['after', '2026-11-01T06:30:00Z', '1:30 am EST'],
    ['before', '2026-03-08T06:59:00Z', '1:59 am EST'],
    ['after', '2026-03-08T07:00:00Z', '3 am EDT'],
  ] as const)('%s the change of clocks, %s is formatted as %s', ([, instant, clock]) => {
    expect(toZonedClock(at(instant), 'America/New_York')).toBe(clock)
  })

  test('the day of an instant is the park’s day, which can differ from the day in UTC', () => {
    expect(toDay(at('2026-04-15T02:00:00Z'), 'America/Los_Angeles')).toBe('Tue, Apr 14')
  })

  test('an instant of another day is formatted with its day', () => {
    expect(toClockSeenAt(at('2026-04-14T03:50:00Z'), at('2026-04-14T18:41:00Z'), 'America/New_York')).toBe(
      'Mon, Apr 13, 11:50 pm',
    )
    expect(toClockSeenAt(at('2026-04-14T18:38:00Z'), at('2026-04-14T18:41:00Z'), 'America/New_York')).toBe(
      '2:38 pm',
    )
  })

  test('an instant that was formatted in one zone is formatted again in another, and in another way', () => {
    const instant = at('2026-04-14T18:41:00Z')
    const inZones = (zones: string[]) =>
      zones.map((zone) => `${toDay(instant, zone)}, ${toZonedClock(instant, zone)}`)
    const expected = ['Tue, Apr 14, 2:41 pm EDT', 'Wed, Apr 15, 3:41 am GMT+9']
    expect(inZones(['America/New_York', 'Asia/Tokyo'])).toEqual(expected)
    expect(inZones(['America/New_York', 'Asia/Tokyo'])).toEqual(expected)
  })

  test('an instant in an unknown zone is formatted in UTC', () => {
    expect(toZonedClock(at('2026-04-14T18:41:00Z'), 'Mars/Olympus')).toBe('6:41 pm UTC')
  })
})

describe('days', () => {
  test.for([
    [['2026-04-14'], 'April 14'],
    [['2026-04-16', '2026-04-14'], 'April 14 and 16'],
    [['2026-04-14', '2026-04-15'], 'April 14 and 15'],
    [['2026-04-12', '2026-04-14', '2026-04-16'], 'April 12, 14, and 16'],
    [['2026-04-14', '2026-04-15', '2026-04-16'], 'April 14 to 16'],
    [['2026-04-14', '2026-04-14'], 'April 14'],
    [
      ['2026-04-10', '2026-04-14', '2026-04-15', '2026-04-16', '2026-05-02'],
      'April 10 and 14 to 16, and May 2',
    ],
    [['2026-04-30', '2026-05-01', '2026-05-02'], 'April 30, and May 1 and 2'],
    [[], ''],
  ] as const)('the days %j are written as %j', ([dates, words]) => {
    expect(toDays([...dates])).toBe(words)
  })
})
