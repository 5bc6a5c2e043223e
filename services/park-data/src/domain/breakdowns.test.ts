import { expect, test } from 'vitest'
import { backWithin, toBreakdowns, typicalMinutes, type StatusChange } from './breakdowns.ts'

const at = (clock: string) => new Date(`2026-07-14T${clock}:00Z`)
const changed = (clock: string, status: StatusChange['status']): StatusChange => ({
  rideId: 'coaster',
  at: at(clock),
  status,
})
const hour = (from: number) => ({
  hour: from,
  startsAt: at(`${String(from).padStart(2, '0')}:00`),
  endsAt: at(`${String(from + 1).padStart(2, '0')}:00`),
})
const OPEN = [hour(9), hour(10), hour(11), hour(12)]
const EVENING = at('23:00')

const clocks = (changes: StatusChange[], hours = OPEN, until = EVENING) =>
  toBreakdowns(changes, hours, until).map(({ startsAt, endsAt, cameBack }) => [
    startsAt.toISOString().slice(11, 16),
    endsAt?.toISOString().slice(11, 16) ?? null,
    cameBack,
  ])

test('a breakdown lasts from going down to running again', () => {
  expect(clocks([changed('10:10', 'DOWN'), changed('10:35', 'OPERATING')])).toEqual([
    ['10:10', '10:35', true],
  ])
})

test.for([
  [
    'that is closed from then on',
    [changed('12:20', 'DOWN'), changed('12:40', 'CLOSED')],
    ['12:20', '12:40', false],
  ],
  [
    'down until after the closing',
    [changed('12:20', 'DOWN'), changed('13:40', 'OPERATING')],
    ['12:20', '13:00', false],
  ],
  ['never seen again', [changed('12:20', 'DOWN')], ['12:20', '13:00', false]],
] as const)('a ride %3$s did not come back', ([, changes, breakdown]) => {
  expect(clocks([...changes])).toEqual([breakdown])
})

test('a ride that is down before the opening is down from the opening on', () => {
  expect(clocks([changed('04:00', 'DOWN'), changed('09:20', 'OPERATING')])).toEqual([
    ['09:00', '09:20', true],
  ])
})

test('a ride that is down in a closed park alone has no breakdown', () => {
  expect(clocks([changed('04:00', 'DOWN'), changed('08:20', 'OPERATING')])).toEqual([])
})

test('a breakdown over two openings of a day is one in each', () => {
  expect(clocks([changed('09:30', 'DOWN'), changed('12:10', 'OPERATING')], [hour(9), hour(12)])).toEqual([
    ['09:30', '10:00', false],
    ['12:00', '12:10', true],
  ])
})

test('a breakdown that lasts has no end', () => {
  expect(clocks([changed('10:10', 'DOWN')], OPEN, at('10:40'))).toEqual([['10:10', null, false]])
})

test('a row that was put right within two minutes was no breakdown', () => {
  expect(clocks([changed('10:10', 'DOWN'), changed('10:11', 'OPERATING')])).toEqual([])
})

const lasted = (minutes: number, cameBack = true) => ({
  startsAt: at('10:00'),
  endsAt: new Date(at('10:00').getTime() + minutes * 60_000),
  cameBack,
})

test('a ride was back within the five-minute step in which 8 of 10 breakdowns had ended', () => {
  const lengths = [5, 8, 10, 12, 15, 18, 20, 23, 60, 90]
  expect(backWithin(lengths.map((minutes) => lasted(minutes)))).toEqual({ minutes: 25, share: 0.8 })
})

test('a breakdown that lasted until the closing is none from which the ride was back', () => {
  const breakdowns = [5, 8, 10, 12, 15, 18, 20].map((minutes) => lasted(minutes))
  const unended = [1, 2, 3].map((minutes) => lasted(minutes, false))
  expect(backWithin([...breakdowns, ...unended])).toBeNull()
})

test('the typical length is the median, of an even number the mean of the two in the middle', () => {
  expect(typicalMinutes([5, 10, 20, 90, 30].map((minutes) => lasted(minutes)))).toBe(20)
  expect(typicalMinutes([5, 10, 20, 90, 30, 31].map((minutes) => lasted(minutes)))).toBe(25)
})

test('of fewer than five breakdowns nothing is said', () => {
  const four = [5, 10, 20, 90].map((minutes) => lasted(minutes))
  expect([backWithin(four), typicalMinutes(four)]).toEqual([null, null])
})
