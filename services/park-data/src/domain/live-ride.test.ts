import { liveBoardWithQueues } from '@walkon/contracts/http/live-queues'
import { expect, test } from 'vitest'
import { isDoneForToday, isStale, NOTHING_USUAL, toLiveRide, toLiveRides } from './live-ride.ts'
import { unreadPark, type RideState } from './park-state.ts'

const NOW = new Date('2026-07-14T16:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const ride = (more: Partial<RideState> = {}): RideState => ({
  rideId: 'b0000000-0000-4000-8000-000000000001',
  name: 'Comet Coaster',
  status: 'OPERATING',
  rawStatus: null,
  waitMinutes: 15,
  changedAt: minutesAgo(3),
  queueKind: 'queue',
  postsWaits: true,
  isAbsent: false,
  previousWaitMinutes: 40,
  waitSince: minutesAgo(2),
  seenAt: NOW,
  downPolls: 0,
  reopenedAt: [],
  today: [
    [300, 40],
    [478, 15],
  ],
  queues: [],
  forecast: [],
  ...more,
})
const usual = { usualMinutes: 35, meanMinutes: 42.34 }

test('the previous wait is shown for ten minutes after the change', () => {
  expect(toLiveRide(ride({ waitSince: minutesAgo(9.9) }), usual, NOW).previousWaitMinutes).toBe(40)
  expect(toLiveRide(ride({ waitSince: minutesAgo(10) }), usual, NOW).previousWaitMinutes).toBeNull()
})

test('a ride whose row is missing is unknown', () => {
  expect(toLiveRide(ride({ isAbsent: true, status: 'DOWN' }), usual, NOW).status).toBe('UNKNOWN')
})

test("an unknown status has the feed's own word on the board, and none while its row is missing", () => {
  const unknown = ride({ status: 'UNKNOWN', rawStatus: 'Opening soon' })
  expect(toLiveRide(unknown, usual, NOW)).toMatchObject({ status: 'UNKNOWN', rawStatus: 'Opening soon' })
  expect(toLiveRide({ ...unknown, isAbsent: true }, usual, NOW)).not.toHaveProperty('rawStatus')
  expect(toLiveRide(ride(), usual, NOW)).not.toHaveProperty('rawStatus')
})

const nothingUsual = { usualMinutes: null, meanMinutes: null }

test('a ride is ranked by its usual wait and, without one, by the longest wait of today', () => {
  expect(toLiveRide(ride(), usual, NOW).popularity).toBe(42.3)
  expect(toLiveRide(ride(), nothingUsual, NOW).popularity).toBe(40)
})

test('a wanted ride stays wanted when its first fall comes within minutes', () => {
  const fallen = ride({ waitMinutes: 5, previousWaitMinutes: 80, today: [[300, 5]] })
  expect(toLiveRide(fallen, nothingUsual, NOW).popularity).toBe(80)
})

test('the board has the most wanted ride first, one in refurbishment, and no attraction that posts no waits', () => {
  const rides = [
    ride({ rideId: 'b0000000-0000-4000-8000-00000000000a', name: 'Quiet', today: [[300, 5]] }),
    ride({
      rideId: 'b0000000-0000-4000-8000-00000000000b',
      name: 'Castle',
      queueKind: 'none',
      postsWaits: false,
    }),
    ride({
      rideId: 'b0000000-0000-4000-8000-00000000000d',
      name: 'Rebuilt',
      status: 'REFURBISHMENT',
      today: [],
      previousWaitMinutes: null,
    }),
    ride({ rideId: 'b0000000-0000-4000-8000-00000000000e', name: 'Idle', postsWaits: false }),
    ride({ rideId: 'b0000000-0000-4000-8000-00000000000c', name: 'Famous', today: [[300, 90]] }),
  ]
  const park = { ...unreadPark('park'), rides: new Map(rides.map((entry) => [entry.rideId, entry])) }
  const board = toLiveRides(park, { usual: new Map(), parkOpen: true, openings: [], now: NOW })
  expect(board.map(({ name, isRide }) => [name, isRide])).toEqual([
    ['Famous', undefined],
    ['Quiet', undefined],
    ['Rebuilt', false],
  ])
  expect(liveBoardWithQueues.parse(board)).toEqual(board)
})

test('a frozen park is stale while it is open, and not at night', () => {
  const park = { ...unreadPark('park'), rowChangedAt: minutesAgo(31) }
  const open = [
    { date: '2026-07-14', type: 'OPERATING' as const, opensAt: minutesAgo(60), closesAt: minutesAgo(-60) },
  ]
  expect(isStale(park, open, NOW)).toBe(true)
  expect(isStale(park, [], NOW)).toBe(false)
})

test('what stands in a closed park is no offer', () => {
  const offered = ride({ queues: [{ kind: 'RETURN_TIME', state: 'AVAILABLE' }] })
  const park = { ...unreadPark('park'), rides: new Map([[offered.rideId, offered]]) }
  const queuesAt = (parkOpen: boolean) =>
    toLiveRides(park, { usual: new Map(), parkOpen, openings: [], now: NOW })[0]?.queues
  expect(queuesAt(true)).toEqual([{ kind: 'RETURN_TIME', state: 'AVAILABLE' }])
  expect(queuesAt(false)).toBeUndefined()
})

test('a ride that has just reopened has the wait that follows, unless the feed flaps, it is down again or the park is closed', () => {
  const usualOf = new Map([[ride().rideId, { ...NOTHING_USUAL, waitAfterReopening: 25 }]])
  const followingAt = (more: Partial<RideState>, parkOpen = true) => {
    const rides = new Map([[ride().rideId, ride(more)]])
    return toLiveRides(
      { ...unreadPark('park'), rides },
      { usual: usualOf, parkOpen, openings: [], now: NOW },
    )[0]?.waitAfterReopening
  }
  expect(followingAt({ reopenedAt: [minutesAgo(29)] })).toBe(25)
  expect(followingAt({ reopenedAt: [minutesAgo(30)] })).toBeUndefined()
  expect(followingAt({ reopenedAt: [5, 10, 15].map(minutesAgo) })).toBeUndefined()
  expect(followingAt({ reopenedAt: [minutesAgo(5)], status: 'DOWN' })).toBeUndefined()
  expect(followingAt({ reopenedAt: [minutesAgo(5)] }, false)).toBeUndefined()
})

const OPEN_NOW = [
  { date: '2026-07-14', type: 'OPERATING' as const, opensAt: minutesAgo(600), closesAt: minutesAgo(-20) },
  { date: '2026-07-14', type: 'EXTRA_HOURS' as const, opensAt: minutesAgo(-20), closesAt: minutesAgo(-40) },
]
const breakdowns = [5, 10, 10, 15, 20].map((minutes) => ({ minutes, cameBack: true }))

test('a ride is probably done for today by the end of the hours that follow one another, and not before it went down in them', () => {
  const down = ride({ status: 'DOWN', changedAt: minutesAgo(45) })
  const isDone = (more: Partial<RideState>, openings = OPEN_NOW) =>
    isDoneForToday({ ...down, ...more }, { breakdowns, openings, now: NOW })
  expect(isDone({})).toBe(true)
  expect(isDone({ changedAt: minutesAgo(39) })).toBe(false)
  expect(isDone({ changedAt: null })).toBe(false)
  expect(isDone({ isAbsent: true })).toBe(false)
  expect(isDone({}, [])).toBe(false)
  const justOpened = [{ ...OPEN_NOW[0]!, opensAt: minutesAgo(10) }]
  expect(isDone({ changedAt: minutesAgo(900) }, justOpened)).toBe(false)
})

test('the board says that a ride is probably done for today', () => {
  const down = ride({ status: 'DOWN', changedAt: minutesAgo(45) })
  const usualOf = new Map([[down.rideId, { ...NOTHING_USUAL, breakdowns }]])
  const park = { ...unreadPark('park'), rides: new Map([[down.rideId, down]]) }
  const [shown] = toLiveRides(park, { usual: usualOf, parkOpen: true, openings: OPEN_NOW, now: NOW })
  expect(shown).toMatchObject({ probablyDone: true, breakdownMinutes: [5, 10, 10, 15, 20] })
})
