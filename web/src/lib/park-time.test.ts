import { expect, test, vi } from 'vitest'
import { clockTimes, momentWords, spanForVisitor } from './moment-words.ts'
import {
  addDays,
  ageOf,
  clockTime,
  clockTimeForVisitor,
  daysFrom,
  minutesIntoParkDay,
  ownSpan,
  parkDateAt,
  parkDayClock,
  timezoneName,
} from './park-time.ts'

const at = (iso: string) => new Date(iso)

test('today is the day it is in the park, not where the visitor sits', () => {
  const moment = at('2026-04-15T03:30:00Z')
  expect(parkDateAt(moment, 'America/New_York')).toBe('2026-04-14')
  expect(parkDateAt(moment, 'America/Los_Angeles')).toBe('2026-04-14')
  expect(parkDateAt(moment, 'Asia/Tokyo')).toBe('2026-04-15')
})

test('days follow each other over the end of a month, a leap day and a change of the clocks', () => {
  expect(daysFrom('2026-11-29', 4)).toEqual(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'])
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysFrom('2026-03-07', 3)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09'])
  expect(daysFrom('2026-10-31', 3)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
})

test('the day of a board begins at 4 am in the park', () => {
  expect(minutesIntoParkDay(at('2026-04-14T08:00:00Z'), 'America/New_York')).toBe(0)
  expect(minutesIntoParkDay(at('2026-04-14T13:30:00Z'), 'America/New_York')).toBe(330)
  expect(minutesIntoParkDay(at('2026-04-15T05:00:00Z'), 'America/New_York')).toBe(21 * 60)
  expect(parkDayClock(330)).toBe('9:30 am')
  expect(parkDayClock(21 * 60)).toBe('1 am')
})

test('times are read from the clock of the park, in summer and in winter', () => {
  expect(clockTime(at('2026-07-01T18:44:00Z'), 'America/New_York')).toBe('2:44 pm')
  expect(clockTime(at('2026-12-01T18:44:00Z'), 'America/New_York')).toBe('1:44 pm')
  expect(clockTime(at('2026-12-01T17:00:00Z'), 'America/New_York')).toBe('12 pm')
  expect(timezoneName(at('2026-07-01T18:44:00Z'), 'America/New_York')).toBe('EDT')
  expect(timezoneName(at('2026-12-01T18:44:00Z'), 'America/New_York')).toBe('EST')
})

/** A browser of another language or place. */
function give(options: { hourCycle?: 'h12' | 'h23'; timeZone?: string }): void {
  const real = Intl.DateTimeFormat.prototype.resolvedOptions
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...real.call(this), ...options }
  })
}

test('a visitor who counts to 24 reads times so', () => {
  give({ hourCycle: 'h23' })
  expect(clockTime(at('2026-07-01T18:44:00Z'), 'America/New_York')).toBe('14:44')
  expect(clockTime(at('2026-07-01T13:00:00Z'), 'America/New_York')).toBe('09:00')
  expect(clockTime(at('2026-07-01T04:05:00Z'), 'America/New_York')).toBe('00:05')
})

test('a visitor in another time zone reads the own time beside the park’s, with the day where it is another', () => {
  give({ timeZone: 'America/Los_Angeles' })
  expect(clockTimeForVisitor(at('2026-07-01T18:44:00Z'), 'America/New_York')).toBe(
    '2:44 pm EDT (11:44 am your time)',
  )
  expect(momentWords(at('2026-11-26T05:08:00Z'), 'America/New_York')).toBe(
    'Thu, Nov 26, 12:08 am EST (Wed, Nov 25, 9:08 pm your time)',
  )
})

test('hours and lists of times have the own time beside the park’s too, with the day where it begins on another', () => {
  const [opens, closes] = [at('2026-07-01T13:00:00Z'), at('2026-07-02T02:00:00Z')]
  give({ timeZone: 'Europe/Berlin', hourCycle: 'h23' })
  expect(spanForVisitor(opens, closes, 'America/New_York')).toBe('09:00 to 22:00 (15:00 to 04:00 your time)')
  expect(ownSpan(opens, closes, 'America/New_York')).toBe('15:00 to 04:00 your time')
  expect(clockTimes(closes, 'America/New_York')).toBe('22:00 (Thu, Jul 2, 04:00)')
  vi.restoreAllMocks()
  give({ timeZone: 'Asia/Tokyo', hourCycle: 'h23' })
  expect(spanForVisitor(closes, at('2026-07-02T03:00:00Z'), 'America/New_York')).toBe(
    '22:00 to 23:00 (Thu, Jul 2, 11:00 to 12:00 your time)',
  )
  vi.restoreAllMocks()
  give({ timeZone: 'America/Toronto', hourCycle: 'h23' })
  expect(spanForVisitor(opens, closes, 'America/New_York')).toBe('09:00 to 22:00')
  expect(ownSpan(opens, closes, 'America/New_York')).toBe('')
  expect(clockTimes(opens, 'America/New_York')).toBe('09:00')
})

test('a visitor whose clock is the park’s reads one time, whatever the zone is called', () => {
  give({ timeZone: 'America/Toronto' })
  expect(clockTimeForVisitor(at('2026-07-01T18:44:00Z'), 'America/New_York')).toBe('2:44 pm')
  expect(momentWords(at('2026-11-26T00:08:00Z'), 'America/New_York')).toBe('Wed, Nov 25, 7:08 pm EST')
})

test('an age is never negative, and grows from minutes to hours to days', () => {
  const now = at('2026-04-14T12:00:00Z')
  expect(ageOf(at('2026-04-14T12:00:40Z'), now)).toBe('just now')
  expect(ageOf(at('2026-04-14T11:57:00Z'), now)).toBe('3 min ago')
  expect(ageOf(at('2026-04-14T09:00:00Z'), now)).toBe('3 h ago')
  expect(ageOf(at('2026-04-11T09:00:00Z'), now)).toBe('3 days ago')
})
