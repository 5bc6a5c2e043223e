import { parkHours } from '@walkon/contracts/http/park-day'
import { parkUsualWaits } from '@walkon/contracts/http/usual-waits'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { buildStatistics } from '../use-cases/history/build-statistics.ts'
import { COASTER, FLUME, NORTH } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const hours = async () => {
  const response = await world.app.inject(`/${NORTH}/hours`)
  return { days: parkHours.parse(response.json()).days, headers: response.headers }
}
const usual = async () => {
  const response = await world.app.inject(`/${NORTH}/usual`)
  return { rides: parkUsualWaits.parse(response.json()).rides, headers: response.headers }
}

async function insertOpening(date: string, type: string, from: string, to: string) {
  await world.db.execute(sql`
    insert into opening_hours (park_id, date, type, opens_at, closes_at)
    values (${NORTH}::uuid, ${date}::date, ${type}, ${from}::timestamptz, ${to}::timestamptz)`)
}

test('200: the hours are those of seven days of the park, today first, in order and with their kinds', async () => {
  await insertOpening('2026-07-17', 'EXTRA_HOURS', '2026-07-17T12:30:00Z', '2026-07-17T13:00:00Z')
  await insertOpening('2026-07-17', 'OPERATING', '2026-07-17T13:00:00Z', '2026-07-18T01:00:00Z')
  const { days, headers } = await hours()
  expect(days.map(({ date }) => date)).toEqual([14, 15, 16, 17, 18, 19, 20].map((day) => `2026-07-${day}`))
  expect(days[0]?.hours).toEqual([
    { type: 'OPERATING', opensAt: '2026-07-14T13:00:00.000Z', closesAt: '2026-07-15T02:00:00.000Z' },
  ])
  expect(days[3]?.hours.map(({ type }) => type)).toEqual(['EXTRA_HOURS', 'OPERATING'])
  expect(headers['cache-control']).toBe('public, max-age=300')
})

test('200: after midnight today is still the day before, until the day of the park begins', async () => {
  world.clock.now = new Date('2026-07-15T06:00:00Z')
  expect((await hours()).days[0]?.date).toBe('2026-07-14')
})

/** Hours of an archive, all with one wait, on so many days before the world's Tuesday. */
async function insertPast(rideId: string, hour: number, wait: number, days = 20) {
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(Date.UTC(2026, 6, 13 - index)).toISOString().slice(0, 10),
  )
  await world.db.execute(sql`
    insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
    select ${NORTH}::uuid, unnest(${`{${dates.join(',')}}`}::date[]), ${hour}, ${rideId}::uuid, 1, ${wait}::int, ${wait}::int, ${wait}::int`)
}
const build = () =>
  buildStatistics({ db: world.db, retentionDays: 35, now: () => world.clock.now }, { again: true })

test('200: each ride of the park has the share of the time of each limit, and its best hour', async () => {
  await insertPast(COASTER, 10, 10)
  await insertPast(COASTER, 14, 45)
  await insertPast(FLUME, 14, 20)
  await build()
  const { rides, headers } = await usual()
  expect(rides).toHaveLength(2)
  const { weekday } = rides.find(({ rideId }) => rideId === COASTER) ?? {}
  expect(weekday?.shares.slice(0, 2)).toEqual([0, 0.5])
  expect(weekday?.bestHours.slice(0, 2)).toEqual([null, 10])
  expect(headers['cache-control']).toBe('public, max-age=600')
})

test('200: each ride has the median wait that the guarantee looks at, and null with too few days', async () => {
  for (const [hour, wait] of [10, 45, 50].entries()) await insertPast(COASTER, 12 + hour, wait)
  await insertPast(FLUME, 12, 20, 6)
  await build()
  const { rides } = await usual()
  const medianOf = (id: string) => rides.find(({ rideId }) => rideId === id)?.medianMinutes
  expect([medianOf(COASTER), medianOf(FLUME)]).toEqual([45, null])
})

test('200: each ride has its lowest wait above 0 on the seven newest opening days of the park, null on a day without', async () => {
  for (const [hour, wait] of [45, 15, 0].entries()) await insertPast(COASTER, 12 + hour, wait)
  await insertPast(FLUME, 12, 20, 2)
  await build()
  const { rides } = await usual()
  const lowsOf = (id: string) => rides.find(({ rideId }) => rideId === id)?.lows
  expect(lowsOf(COASTER)).toEqual([15, 15, 15, 15, 15, 15, 15])
  expect(lowsOf(FLUME)).toEqual([null, null, null, null, null, 20, 20])
})

test('200: a park without statistics has no rides', async () => {
  expect((await usual()).rides).toEqual([])
})

test('one reading serves all requests of ten minutes', async () => {
  await usual()
  await insertPast(COASTER, 10, 10)
  await build()
  world.clock.now = new Date(world.clock.now.getTime() + 9 * 60_000)
  expect((await usual()).rides).toEqual([])
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  expect((await usual()).rides).toHaveLength(1)
})
