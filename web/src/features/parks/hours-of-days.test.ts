import type { ParkHours } from '@walkon/contracts/http/park-day'
import { expect, test } from 'vitest'
import { MAGIC_KINGDOM } from '../../test/samples.ts'
import { hoursOfDays } from './hours-of-days.ts'

type Span = ParkHours['days'][number]['hours'][number]
const span = (type: Span['type'], opensAt: string, closesAt: string): Span => ({ type, opensAt, closesAt })
const inWords = (timezone: string, days: Span[][]) =>
  hoursOfDays({
    parkId: MAGIC_KINGDOM,
    timezone,
    days: days.map((hours, index) => ({ date: `2026-04-${14 + index}`, hours })),
  })
const words = (...days: Span[][]) =>
  inWords('America/New_York', days).map(({ day, hours, extras }) => [day, hours, ...extras].join(' | '))

const REGULAR = span('OPERATING', '2026-04-14T13:00:00Z', '2026-04-15T02:00:00Z')

test('a day has its hours by the clock of the park, and names early entry, the extended evening and a ticketed event', () => {
  expect(
    words([
      span('EXTRA_HOURS', '2026-04-14T12:30:00Z', '2026-04-14T13:00:00Z'),
      REGULAR,
      span('EXTRA_HOURS', '2026-04-15T02:00:00Z', '2026-04-15T04:00:00Z'),
      span('TICKETED_EVENT', '2026-04-14T23:00:00Z', '2026-04-15T04:00:00Z'),
    ]),
  ).toEqual([
    'Today, Tue, Apr 14 | 9 am to 10 pm | Early entry 8:30 am to 9 am | Extended evening 10 pm to 12 am | Ticketed event 7 pm to 12 am',
  ])
})

test('extra hours on a day without regular ones are only that', () => {
  expect(words([span('EXTRA_HOURS', '2026-04-14T12:30:00Z', '2026-04-14T13:00:00Z')])).toEqual([
    'Today, Tue, Apr 14 | No regular hours | Extra hours 8:30 am to 9 am',
  ])
})

test('a day without hours is closed before a day that has some, and not published after the last one', () => {
  expect(words([], [REGULAR], [])).toEqual([
    'Today, Tue, Apr 14 | Closed',
    'Wed, Apr 15 | 9 am to 10 pm',
    'Thu, Apr 16 | Not published yet',
  ])
})

test('days in a row with the same hours are one line, and today stands alone', () => {
  const on = (day: number) => span('OPERATING', `2026-04-${day}T13:00:00Z`, `2026-04-${day + 1}T02:00:00Z`)
  const until9 = span('OPERATING', '2026-04-17T13:00:00Z', '2026-04-18T01:00:00Z')
  expect(words([on(14)], [on(15)], [on(16)], [until9], [on(18)])).toEqual([
    'Today, Tue, Apr 14 | 9 am to 10 pm',
    'Wed, Apr 15 to Thu, Apr 16 | 9 am to 10 pm',
    'Fri, Apr 17 | 9 am to 9 pm',
    'Sat, Apr 18 | 9 am to 10 pm',
  ])
})

test('a park that does not close is open all day', () => {
  expect(words([span('OPERATING', '2026-04-14T04:00:00Z', '2026-04-15T08:00:00Z')])).toEqual([
    'Today, Tue, Apr 14 | All day',
  ])
})

test('a visitor elsewhere has the hours in the own time too', () => {
  const [day] = inWords('America/Los_Angeles', [
    [REGULAR, span('TICKETED_EVENT', '2026-04-15T02:00:00Z', '2026-04-15T04:00:00Z')],
  ])
  expect(day).toMatchObject({
    hours: '6 am to 7 pm',
    own: '9 am to 10 pm your time',
    extras: ['Ticketed event 7 pm to 9 pm (10 pm to 12 am your time)'],
  })
  expect(inWords('America/New_York', [[REGULAR]])[0]?.own).toBe('')
})
