import { rideUsualWaits } from '@walkon/contracts/http/usual-waits'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { atLake } from '../../testing/polled-lake.ts'
import { COASTER, FLUME, NORTH, rideRow } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'
import { buildStatistics } from './build-statistics.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const { show } = atLake(() => world)
const post = (wait: number | null, status = 'OPERATING') =>
  show(rideRow({ id: COASTER, name: 'Comet Coaster', wait, status, at: world.clock.now }))

/** Polls every five minutes, as a feed whose rows change. */
const pollFor = async (minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 5) {
    show(rideRow({ id: FLUME, name: 'Log Flume', wait: 10 + (passed % 10), at: world.clock.now }))
    await world.pollAfter(5)
  }
}

const nextDay = async () => {
  world.clock.now = new Date('2026-07-15T14:00:00Z')
  await world.run('build-statistics')
}

const hoursOf = async (rideId = COASTER) => [
  ...(await world.db.execute(sql`
    select hour, days, steps, watched_minutes as watched, down_minutes as down, down_spells as spells
    from ride_hours where ride_id = ${rideId} and span = 'day' and from_date = '2026-07-14' order by hour`)),
]

const usual = async (rideId = COASTER) =>
  rideUsualWaits.parse((await world.app.inject(`/attractions/${rideId}/usual`)).json())

/** Hours of an archive, all with one wait, on so many days before the world's Tuesday. */
async function insertHours(dates: string[], wait: number, hour = 12, rideId = COASTER) {
  await world.db.execute(sql`
    insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
    select ${NORTH}::uuid, unnest(${`{${dates.join(',')}}`}::date[]), ${hour}, ${rideId}::uuid, 1, ${wait}::int, ${wait}::int, ${wait}::int`)
}

const build = (again = true) =>
  buildStatistics({ db: world.db, retentionDays: 35, now: () => world.clock.now }, { again })

const daysBefore = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 6, 13 - index)).toISOString().slice(0, 10),
  )

test('the time at each posted wait is counted by hour', async () => {
  post(40)
  await pollFor(30)
  post(20)
  await pollFor(60)
  await nextDay()
  expect(await hoursOf()).toMatchObject([
    { hour: 12, days: 1, steps: { 8: 35, 4: 25 } },
    { hour: 13, days: 1, steps: { 4: 60 } },
  ])
})

test('an outage of the feed is no wait: hours without a trusted reading are left out', async () => {
  post(40)
  await pollFor(60)
  world.clock.now = new Date(world.clock.now.getTime() + 3 * 3_600_000)
  post(20)
  await pollFor(60)
  await nextDay()
  expect((await hoursOf()).map(({ hour }) => hour)).toEqual([12, 13, 16, 17])
})

test('downtime is counted by its share and by the length of each time', async () => {
  await pollFor(10)
  post(null, 'DOWN')
  await pollFor(20)
  post(15)
  await pollFor(30)
  await nextDay()
  expect((await hoursOf())[0]).toMatchObject({ hour: 12, watched: 60, down: 20, spells: { 1: 1 } })
  expect((await usual()).downtimes).toEqual([
    { upToMinutes: 15, times: 0 },
    { upToMinutes: 30, times: 1 },
    { upToMinutes: 60, times: 0 },
    { upToMinutes: 120, times: 0 },
    { upToMinutes: null, times: 0 },
  ])
})

test('a day that is built again has the same counts', async () => {
  post(40)
  await pollFor(60)
  await nextDay()
  const before = await hoursOf()
  await build()
  expect(await hoursOf()).toEqual(before)
})

test.for<[string, string[], number, number | null]>([
  ['the newest 28 days with posted waits', daysBefore(28), 10, 10],
  ['fewer than 7 days', daysBefore(6), 10, null],
  ['7 days', daysBefore(7), 10, 10],
])('the median wait of a ride is that of %s', async ([, dates, wait, median]) => {
  await insertHours(dates, wait)
  // Older days, which were longer, are no part of it.
  if (dates.length === 28) await insertHours(daysBefore(33).slice(28), 90)
  await world.takeEvents()
  await build()
  const [event] = await world.takeEvents('RideLimitsFitted')
  const rides = event?.data['rides'] as { rideId: string; medianMinutes: number | null }[]
  expect(rides.find(({ rideId }) => rideId === COASTER)?.medianMinutes).toBe(median)
})

test('a day is built once it is over, and published with the limits of all rides of its park', async () => {
  await insertHours(daysBefore(20), 45)
  await insertHours(daysBefore(20), 10, 12, FLUME)
  await world.takeEvents()
  await world.run('build-statistics')
  const [event, ...others] = await world.takeEvents('RideLimitsFitted')
  expect(others).toEqual([])
  expect(event?.data).toMatchObject({ parkId: NORTH, fittedAt: '2026-07-14T16:00:00.000Z' })
  const limitsOf = (rideId: string) => {
    const rides = event?.data['rides'] as {
      rideId: string
      weekday: (number | null)[]
      weekend: (number | null)[]
      medianMinutes: number | null
    }[]
    return rides.find((ride) => ride.rideId === rideId)
  }
  expect(limitsOf(COASTER)?.weekday[12]).toBe(40)
  expect(limitsOf(COASTER)?.weekend[12]).toBe(40)
  expect(limitsOf(COASTER)?.weekday[11]).toBeNull()
  expect(limitsOf(FLUME)?.weekday[12]).toBe(5)
  expect([limitsOf(COASTER)?.medianMinutes, limitsOf(FLUME)?.medianMinutes]).toEqual([45, 10])
  await world.run('build-statistics')
  expect(await world.takeEvents('RideLimitsFitted')).toEqual([])
})

test('the days past their retention stay counted, in one row for each hour, class of days and quarter', async () => {
  await insertHours(daysBefore(30), 45)
  await build()
  const rowsOf = async () => [
    ...(await world.db.execute(sql`
      select span, count(*)::int as rows, sum(days)::int as days, sum((steps->>'9')::int)::int as minutes
      from ride_hours where ride_id = ${COASTER} group by span order by span`)),
  ]
  expect(await rowsOf()).toEqual([{ span: 'day', rows: 30, days: 30, minutes: 1800 }])
  world.clock.now = new Date('2026-08-10T16:00:00Z')
  await world.run('keep-history')
  await world.run('keep-history')
  const [day, ...quarters] = await rowsOf()
  expect(quarters).toEqual([
    { span: 'quarter', rows: 4, days: expect.any(Number), minutes: expect.any(Number) },
  ])
  expect(Number(day?.['days']) + Number(quarters[0]?.['days'])).toBe(30)
  expect(Number(day?.['minutes']) + Number(quarters[0]?.['minutes'])).toBe(1800)
})

test('a rebuild leaves older counts alone', async () => {
  await insertHours(daysBefore(30), 45)
  await build()
  world.clock.now = new Date('2026-08-30T16:00:00Z')
  await world.run('keep-history')
  const before = await world.db.execute(
    sql`select * from ride_hours where span = 'quarter' order by 1, 2, 3, 4, 5, 6`,
  )
  await build()
  expect(
    await world.db.execute(sql`select * from ride_hours where span = 'quarter' order by 1, 2, 3, 4, 5, 6`),
  ).toEqual(before)
})

test('quarters are deleted after two years', async () => {
  await world.db.execute(sql`
    insert into ride_hours values (${NORTH}, 'quarter', '2024-04-01', false, 12, ${COASTER}, 5, '{}', 0, 0, '{}'),
      (${NORTH}, 'quarter', '2024-07-01', false, 12, ${COASTER}, 5, '{}', 0, 0, '{}')`)
  await world.run('keep-history')
  expect([...(await world.db.execute(sql`select from_date from ride_hours`))]).toEqual([
    { from_date: '2024-07-01' },
  ])
})

test('200: the usual waits of a ride are told by hour, and how often it got to which wait', async () => {
  await insertHours(daysBefore(20).slice(0, 10), 45)
  await insertHours(daysBefore(20).slice(10), 60)
  await build()
  const { weekday, usualMinutes } = await usual()
  expect(usualMinutes).toBe(60)
  expect(weekday).toMatchObject([{ hour: 12, days: 14, shortMinutes: 40, downShare: null }])
  expect(weekday[0]?.shares[8]).toBeGreaterThan(0)
  expect(weekday[0]?.shares.at(-1)).toBe(1)
  expect(weekday[0]?.shares).toHaveLength(24)
})

test('200: the forecast of the park is told where the feed has one, without past days', async () => {
  show({
    ...rideRow({ id: COASTER, name: 'Comet Coaster', wait: 40 }),
    forecast: [
      { time: '2026-07-13T21:00:00-04:00', waitTime: 30, percentage: 1 },
      { time: '2026-07-14T21:00:00-04:00', waitTime: 25, percentage: 1 },
      { time: 'soon', waitTime: 25 },
    ],
  })
  await world.pollAfter(5)
  expect((await usual()).forecast).toEqual([{ at: '2026-07-15T01:00:00.000Z', waitMinutes: 25 }])
})

test('404: a ride that does not exist has no usual waits', async () => {
  const response = await world.app.inject('/attractions/f0000000-0000-4000-8000-000000000000/usual')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'attraction-not-found' })
})
