import { expect, test } from 'vitest'
import {
  notAfter,
  toChangedAt,
  toDistinctRows,
  toRawStatus,
  toRideStatus,
  toWaitMinutes,
  type LiveRow,
} from './live-row.ts'

test.for([
  [0, 0],
  [15, 15],
  [300, 300],
  [12.4, 12],
] as const)('a posted wait of %d is read as %d', ([posted, expected]) => {
  expect(toWaitMinutes(posted)).toBe(expected)
})

test.for([
  null,
  undefined,
  -1,
  -0.4,
  301,
  480,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '15',
  '',
  true,
  [5],
  {},
])('a posted wait of %o is no reading', (posted) => {
  expect(toWaitMinutes(posted)).toBeNull()
})

test.for(['OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT'])('%s is a status', (status) => {
  expect(toRideStatus(status)).toBe(status)
})

test.for(['BRAND_NEW', 'operating', 'UNKNOWN', null, undefined, 7, {}])(
  'a status of %o is unknown, never open',
  (status) => {
    expect(toRideStatus(status)).toBe('UNKNOWN')
  },
)

const now = new Date('2026-07-14T16:00:00Z')

test('nothing has changed later than it was read', () => {
  expect(notAfter(now, new Date('2026-07-14T17:00:00Z'))).toEqual(now)
  expect(notAfter(now, new Date('2024-05-14T10:00:00Z'))).toEqual(new Date('2024-05-14T10:00:00Z'))
  expect(notAfter(now, null)).toBeNull()
})

test('a last update in the local time of a park, called UTC, is an instant', () => {
  expect(toChangedAt('2026-07-15T01:00:00Z', now)).toEqual(new Date('2026-07-15T01:00:00Z'))
})

test.for(['', 'yesterday', '+012026-07-14T16:00:00Z', null, 5, undefined])(
  'a last update of %o is unknown',
  (lastUpdated) => {
    expect(toChangedAt(lastUpdated, now)).toBeNull()
  },
)

const row = (rideId: string, waitMinutes: number, changedAt: Date | null): LiveRow => ({
  rideId,
  waitMinutes,
  changedAt,
  name: null,
  parkId: null,
  status: 'OPERATING',
  rawStatus: null,
  hasQueue: true,
  hasStandby: true,
  queues: [],
  forecast: [],
})

test('of a ride that is listed twice, the row that changed last counts', () => {
  const earlier = new Date(now.getTime() - 60_000)
  const rows = [row('a', 10, earlier), row('b', 5, null), row('a', 20, now), row('a', 30, null)]
  expect(
    toDistinctRows(rows, ({ rideId }) => rideId).map(({ rideId, waitMinutes }) => [rideId, waitMinutes]),
  ).toEqual([
    ['a', 20],
    ['b', 5],
  ])
})

test('the word of an unknown status is kept on one line', () => {
  expect(toRawStatus(' Opening\n soon ')).toBe('Opening soon')
})

test.for(['DOWN', '', '  ', null, 7, {}, 'x'.repeat(41)])('%o has no word of its own', (status) => {
  expect(toRawStatus(status)).toBeNull()
})
