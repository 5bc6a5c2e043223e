import { parkDayAt } from '@walkon/service/park-day'
import { expect, test } from 'vitest'
import type { LiveRow } from './live-row.ts'
import { observePark } from './observe-park.ts'
import type { Opening } from './opening-hours.ts'
import { unreadPark } from './park-state.ts'

const ZONE = 'America/New_York'
const at = (time: string) => new Date(`2026-07-14T${time}:00-04:00`)
const opening = (opensAt: string, closesAt: string): Opening => ({
  date: '2026-07-14',
  type: 'OPERATING',
  opensAt: at(opensAt),
  closesAt: at(closesAt),
})
const row = (rideId: string, changedAt: Date, waitMinutes = 5): LiveRow => ({
  rideId,
  name: rideId,
  parkId: 'park',
  status: 'OPERATING',
  rawStatus: null,
  waitMinutes,
  changedAt,
  hasQueue: true,
  hasStandby: true,
  queues: [{ kind: 'SINGLE_RIDER', waitMinutes: 5 }],
  forecast: [],
})
const observe = (rows: LiveRow[], readAt: Date, openings: Opening[], timezone = ZONE) =>
  observePark(unreadPark('park'), rows, {
    readAt,
    day: parkDayAt(readAt, timezone),
    timezone,
    openings,
    postsWaits: () => false,
    nameOf: ({ rideId }) => rideId,
  })
const waits = ({ observed }: ReturnType<typeof observe>) => observed.map(({ waitMinutes }) => waitMinutes)

const ALL_NIGHT_THEN_EVENING = [opening('00:00', '08:00'), opening('18:30', '23:00')]

test('a row that last changed in an earlier opening is no reading of the present one', () => {
  const readAt = at('18:45')
  const observation = observe(
    [row('relic', at('07:30')), row('coaster', at('18:44'))],
    readAt,
    ALL_NIGHT_THEN_EVENING,
  )

  expect(observation.observed).toMatchObject([
    { rideId: 'relic', waitMinutes: null, queues: [] },
    { rideId: 'coaster', waitMinutes: 5 },
  ])
})

test('a row that changed within the hour before the opening is a reading', () => {
  expect(waits(observe([row('early', at('17:30'))], at('18:45'), ALL_NIGHT_THEN_EVENING))).toEqual([5])
  expect(waits(observe([row('early', at('17:29'))], at('18:45'), ALL_NIGHT_THEN_EVENING))).toEqual([null])
})

test('hours that touch are one opening: a row of the early entry is a reading all day', () => {
  const openings = [opening('08:30', '09:00'), opening('09:00', '22:00')]
  expect(
    waits(observe([row('early', at('07:45')), row('other', at('12:00'))], at('12:00'), openings)),
  ).toEqual([5, 5])
})

test('a closed park shows the last waits', () => {
  expect(waits(observe([row('coaster', at('07:30'))], at('12:00'), ALL_NIGHT_THEN_EVENING))).toEqual([5])
})

test('a relic that stops counting at the opening does not make a frozen park fresh', () => {
  const openings = [opening('09:00', '22:00')]
  const before = observe([row('relic', at('01:00'))], at('08:59'), openings).next
  const after = observePark(before, [row('relic', at('01:00'))], {
    readAt: at('09:00'),
    day: parkDayAt(at('09:00'), ZONE),
    timezone: ZONE,
    openings,
    postsWaits: () => false,
    nameOf: ({ rideId }) => rideId,
  })
  expect(after.trusted).toBe(false)
})

test('a park that stamps its local time as UTC keeps its readings', () => {
  const openings = [opening('09:00', '22:00')]
  const localAsUtc = (time: string) => new Date(`2026-07-14T${time}:00Z`)
  const rows = [
    row('new', localAsUtc('09:59')),
    row('old', localAsUtc('09:10')),
    row('relic', localAsUtc('06:00')),
  ]

  expect(waits(observe(rows, at('10:00'), openings))).toEqual([5, 5, null])
})
