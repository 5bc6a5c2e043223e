import { parkDayAt } from '@walkon/service/park-day'
import type { RideStatus } from '@walkon/contracts/values'
import { expect, test } from 'vitest'
import type { LiveRow } from './live-row.ts'
import { observePark } from './observe-park.ts'
import { unreadPark } from './park-state.ts'

const START = new Date('2026-07-14T16:00:00Z')

const row = (status: RideStatus): LiveRow => ({
  rideId: 'coaster',
  name: 'Coaster',
  parkId: 'park',
  status,
  rawStatus: null,
  waitMinutes: 30,
  changedAt: null,
  hasQueue: true,
  hasStandby: true,
  queues: [],
  forecast: [],
})

/** Reads the ride once a minute; resolves with whether each reopening is a flap. A missing row is `null`. */
function read(statuses: (RideStatus | null)[]): boolean[] {
  let park = unreadPark('park')
  return statuses.flatMap((status, minute) => {
    const readAt = new Date(START.getTime() + minute * 60_000)
    const observation = observePark(
      park,
      status ? [row(status)] : [{ ...row('OPERATING'), rideId: 'other' }],
      {
        readAt,
        day: parkDayAt(readAt, 'America/New_York'),
        timezone: 'America/New_York',
        openings: [],
        postsWaits: () => false,
        nameOf: ({ rideId }) => rideId,
      },
    )
    park = observation.next
    return observation.statusChanges
      .filter(({ ride, from }) => from === 'DOWN' && ride.status === 'OPERATING')
      .map(({ isFlap }) => isFlap)
  })
}

test('a ride that was down for two polls has reopened', () => {
  expect(read(['OPERATING', 'DOWN', 'DOWN', 'OPERATING'])).toEqual([false])
})

test('a ride that was down for one poll flaps', () => {
  expect(read(['OPERATING', 'DOWN', 'OPERATING'])).toEqual([true])
})

test('a poll without the row of the ride is no poll down', () => {
  expect(read(['OPERATING', 'DOWN', null, 'OPERATING'])).toEqual([true])
  expect(read(['OPERATING', 'DOWN', null, 'DOWN', 'OPERATING'])).toEqual([false])
})

test('the third reopening within an hour is a flap, and one an hour later is not', () => {
  const breakdown: RideStatus[] = ['DOWN', 'DOWN', 'OPERATING']
  const hour: RideStatus[] = Array.from({ length: 60 }, () => 'OPERATING')
  expect(read([...breakdown, ...breakdown, ...breakdown, ...hour, ...breakdown])).toEqual([
    false,
    false,
    true,
    false,
  ])
})
