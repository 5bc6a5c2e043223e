import { parkDayAt } from '@walkon/service/park-day'
import { describe, expect, test } from 'vitest'
import type { LiveRow } from './live-row.ts'
import { observePark, type ParkObservation } from './observe-park.ts'
import type { Opening } from './opening-hours.ts'
import { unreadPark, type ParkState } from './park-state.ts'

const NOON = new Date('2026-07-14T16:00:00Z')
const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
const allDay: Opening = {
  date: '2026-07-14',
  type: 'OPERATING',
  opensAt: new Date('2026-07-14T13:00:00Z'),
  closesAt: new Date('2026-07-15T02:00:00Z'),
}

const row = (rideId: string, waitMinutes: number | null, more: Partial<LiveRow> = {}): LiveRow => ({
  rideId,
  name: rideId,
  parkId: 'park',
  status: 'OPERATING',
  rawStatus: null,
  waitMinutes,
  changedAt: NOON,
  hasQueue: true,
  hasStandby: true,
  queues: [],
  forecast: [],
  ...more,
})

const observe = (previous: ParkState, rows: LiveRow[], readAt: Date, openings = [allDay]) =>
  observePark(previous, rows, {
    readAt,
    day: parkDayAt(readAt, 'America/New_York'),
    timezone: 'America/New_York',
    openings,
    postsWaits: () => false,
    nameOf: ({ rideId }) => rideId,
  })

/** The park after one reading at noon. */
const read = (...rows: LiveRow[]) => observe(unreadPark('park'), rows, NOON).next
const ids = (rides: ParkObservation['toSave']) => rides.map(({ rideId }) => rideId)

describe('what may be alerted on', () => {
  test('the first reading is a baseline, the second is trusted', () => {
    const first = observe(unreadPark('park'), [row('coaster', 10)], NOON)
    expect(first.trusted).toBe(false)
    expect(observe(first.next, [row('coaster', 10)], after(1)).trusted).toBe(true)
  })

  test('the first reading after a long gap is a baseline', () => {
    expect(observe(read(row('coaster', 10)), [row('coaster', 20)], after(11)).trusted).toBe(false)
  })

  test('the first reading after an empty answer is a baseline, the next is trusted', () => {
    const again = observe({ ...read(row('coaster', 10)), wasEmpty: true }, [row('coaster', 10)], after(1))
    expect(again.trusted).toBe(false)
    expect(observe(again.next, [row('coaster', 10)], after(2)).trusted).toBe(true)
  })

  test('a park none of whose rows changes for thirty minutes is not trusted, until one does', () => {
    let park = read(row('coaster', 10))
    for (const minute of [8, 16, 24]) park = observe(park, [row('coaster', 10)], after(minute)).next
    const frozen = observe(park, [row('coaster', 10)], after(30))
    expect(frozen.trusted).toBe(false)
    expect(observe(frozen.next, [row('coaster', 15)], after(31)).trusted).toBe(true)
  })

  test('one ride that changes shows that the whole park is not frozen, however old the others are', () => {
    const old = row('coaster', 10, { changedAt: new Date('2024-05-14T00:00:00Z') })
    let park = read(old, row('flume', 20))
    for (const minute of [9, 18, 27, 36]) {
      const observed = observe(park, [old, row('flume', minute)], after(minute))
      expect(observed.trusted).toBe(true)
      park = observed.next
    }
  })

  test('a row that was touched upstream has changed', () => {
    let park = read(row('coaster', 10))
    for (const minute of [9, 18, 27, 36]) {
      const observed = observe(park, [row('coaster', 10, { changedAt: after(minute) })], after(minute))
      expect(observed.trusted).toBe(true)
      park = observed.next
    }
  })

  test('a feed that was frozen before the first poll is not trusted', () => {
    const old = row('coaster', 10, { changedAt: after(-45) })
    expect(observe(read(old), [old], after(1)).trusted).toBe(false)
  })

  test('outside its hours the park is closed, also where its rows are open', () => {
    const lateAt = new Date('2026-07-15T02:00:00Z')
    expect(observe(read(row('coaster', 5)), [row('coaster', 5)], lateAt).parkOpen).toBe(false)
    expect(observe(read(row('coaster', 5)), [row('coaster', 5)], after(1)).parkOpen).toBe(true)
    expect(observe(read(row('coaster', 5)), [row('coaster', 5)], after(1), []).parkOpen).toBe(false)
  })
})

describe('what is observed', () => {
  test('every row is an observation, changed or not', () => {
    const park = read(row('coaster', 10), row('flume', 20))
    expect(ids(observe(park, [row('coaster', 10), row('flume', 20)], after(1)).observed)).toEqual([
      'coaster',
      'flume',
    ])
  })

  test('a status that differs from the one before is a change', () => {
    const down = observe(read(row('coaster', 10)), [row('coaster', null, { status: 'DOWN' })], after(1))
    expect(down.statusChanges).toMatchObject([
      { ride: { rideId: 'coaster', status: 'DOWN' }, from: 'OPERATING' },
    ])
    expect(observe(down.next, [row('coaster', null, { status: 'DOWN' })], after(2)).statusChanges).toEqual([])
  })

  test('a ride seen for the first time has changed nothing', () => {
    expect(
      observe(read(row('coaster', 10)), [row('coaster', 10), row('flume', 5)], after(1)).statusChanges,
    ).toEqual([])
  })

  test('a missing row is no data and no observation, and the status it had is remembered', () => {
    const down = read(row('coaster', null, { status: 'DOWN' }), row('flume', 5))
    const missing = observe(down, [row('flume', 5)], after(1))
    expect(ids(missing.observed)).toEqual(['flume'])
    expect(missing.statusChanges).toEqual([])
    expect(missing.next.rides.get('coaster')).toMatchObject({
      isAbsent: true,
      waitMinutes: null,
      status: 'DOWN',
    })

    const back = observe(missing.next, [row('coaster', 20), row('flume', 5)], after(2))
    expect(back.statusChanges).toMatchObject([
      { from: 'DOWN', ride: { status: 'OPERATING', isAbsent: false } },
    ])
  })
})

describe('what is written', () => {
  test('a poll that changed nothing writes no ride', () => {
    const { toSave, toRecord } = observe(read(row('coaster', 10)), [row('coaster', 10)], after(1))
    expect({ toSave, toRecord }).toEqual({ toSave: [], toRecord: [] })
  })

  test('a changed wait is a step of the history', () => {
    const { toSave, toRecord } = observe(
      read(row('coaster', 10), row('flume', 5)),
      [row('coaster', 15), row('flume', 5)],
      after(1),
    )
    expect(ids(toRecord)).toEqual(['coaster'])
    expect(ids(toSave)).toEqual(['coaster'])
  })

  test('a missing ride is a step once', () => {
    const missing = observe(read(row('coaster', 10), row('flume', 5)), [row('flume', 5)], after(1))
    expect(ids(missing.toRecord)).toEqual(['coaster'])
    expect(observe(missing.next, [row('flume', 5)], after(2)).toRecord).toEqual([])
  })

  test('a ride that was only touched upstream is saved, and no step', () => {
    const { toSave, toRecord } = observe(
      read(row('coaster', 10)),
      [row('coaster', 10, { changedAt: after(1) })],
      after(1),
    )
    expect(ids(toSave)).toEqual(['coaster'])
    expect(toRecord).toEqual([])
  })

  test('every ride is a step at the first reading of a park day, also one that is missing', () => {
    const park = observe(read(row('coaster', 10), row('flume', 5)), [row('flume', 5)], after(1)).next
    const nextDay = observe(park, [row('flume', 5)], new Date('2026-07-15T08:00:30Z'))
    expect(ids(nextDay.toRecord).toSorted()).toEqual(['coaster', 'flume'])
    expect(nextDay.next.rides.get('flume')?.today).toEqual([[0, 5]])
  })

  test('an unchanged ride is saved as still listed every six hours', () => {
    const park = read(row('coaster', 10))
    expect(ids(observe(park, [row('coaster', 10)], after(6 * 60)).toSave)).toEqual([])
    expect(ids(observe(park, [row('coaster', 10)], after(6 * 60 + 1)).toSave)).toEqual(['coaster'])
  })
})

describe('the wait before', () => {
  test('the previous wait is kept with the instant of the change', () => {
    const fallen = observe(read(row('coaster', 40)), [row('coaster', 15)], after(1)).next
    const still = observe(fallen, [row('coaster', 15)], after(2)).next
    expect(still.rides.get('coaster')).toMatchObject({ previousWaitMinutes: 40, waitSince: after(1) })
  })

  test('a wait posted at a ride that does not run is a gap in the day', () => {
    const park = observe(read(row('coaster', 40)), [row('coaster', 40, { status: 'CLOSED' })], after(30)).next
    expect(park.rides.get('coaster')?.today).toEqual([
      [480, 40],
      [510, null],
    ])
  })
})
