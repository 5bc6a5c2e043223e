import { expect, test } from 'vitest'
import { lastWholeDay, toCalendarDay } from './calendar-day.ts'
import type { Opening } from './opening-hours.ts'

const NEW_YORK = 'America/New_York'
const hoursOf = (date: string, openings: Opening[] = []) => toCalendarDay(date, NEW_YORK, openings).hours
const opening = (date: string, opensAt: string, closesAt: string): Opening => ({
  date,
  type: 'OPERATING',
  opensAt: new Date(opensAt),
  closesAt: new Date(closesAt),
})

test('a day on which the clocks go forward has no hour 2', () => {
  const hours = hoursOf('2026-03-08').map(({ hour }) => hour)
  expect(hours).toHaveLength(23)
  expect(hours).not.toContain(2)
})

test('a day on which the clocks go back has hour 1 twice', () => {
  const hours = hoursOf('2026-11-01')
  expect(hours).toHaveLength(25)
  expect(hours.filter(({ hour }) => hour === 1).map(({ startsAt }) => startsAt.toISOString())).toEqual([
    '2026-11-01T05:00:00.000Z',
    '2026-11-01T06:00:00.000Z',
  ])
})

test('with known opening hours only the time in which the park was open counts, each minute once', () => {
  const hours = hoursOf('2026-07-14', [
    opening('2026-07-14', '2026-07-14T13:30:00Z', '2026-07-14T15:00:00Z'),
    opening('2026-07-14', '2026-07-14T14:30:00Z', '2026-07-14T15:15:00Z'),
  ])
  expect(
    hours.map(({ hour, startsAt, endsAt }) => [hour, (endsAt.getTime() - startsAt.getTime()) / 60_000]),
  ).toEqual([
    [9, 30],
    [10, 60],
    [11, 15],
  ])
})

test('the hours after midnight belong to the calendar day, with the readings of the evening before', () => {
  const day = toCalendarDay('2026-07-15', NEW_YORK, [
    opening('2026-07-14', '2026-07-14T13:00:00Z', '2026-07-15T05:00:00Z'),
  ])
  expect(day.hours).toEqual([
    { hour: 0, startsAt: new Date('2026-07-15T04:00:00Z'), endsAt: new Date('2026-07-15T05:00:00Z') },
  ])
  expect(day.stepsFrom).toEqual(new Date('2026-07-14T08:00:00Z'))
})

test('a day is over at midnight of the park', () => {
  expect(lastWholeDay(new Date('2026-07-15T03:59:00Z'), NEW_YORK)).toBe('2026-07-13')
  expect(lastWholeDay(new Date('2026-07-15T04:00:00Z'), NEW_YORK)).toBe('2026-07-14')
})
