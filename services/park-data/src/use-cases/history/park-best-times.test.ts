import { parkBestTimes } from '@walkon/contracts/http/ride-statistics'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { COASTER, FLUME, NORTH } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'
import { buildStatistics } from './build-statistics.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

/** Weekdays before the world's Tuesday. */
const WEEKDAYS = ['2026-07-13', '2026-07-10', '2026-07-09']

/** The ride posted these waits from noon on, an hour each, on each of the weekdays. */
const insertHours = (rideId: string, waits: number[]) =>
  world.db.execute(sql`
    insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
    select ${NORTH}::uuid, day, 11 + place, ${rideId}::uuid, 1, wait, wait, wait
    from unnest(${`{${WEEKDAYS.join(',')}}`}::date[]) day,
      unnest(${`{${waits.join(',')}}`}::int[]) with ordinality as hours(wait, place)`)

const build = () =>
  buildStatistics({ db: world.db, retentionDays: 35, now: () => world.clock.now }, { again: true })

const bestTimes = async () => parkBestTimes.parse((await world.app.inject(`/${NORTH}/best-times`)).json())

test('200: the wanted rides of a park have their shortest and longest two hours, the most wanted first', async () => {
  await insertHours(FLUME, [20, 30, 40, 50])
  await insertHours(COASTER, [90, 80, 30, 20])
  await build()
  const { days, usual } = await bestTimes()
  expect(days.map(({ date }) => date)).toEqual(['2026-07-14', '2026-07-15'])
  expect(days[0]).toMatchObject({
    isOpen: true,
    rides: [
      {
        rideId: COASTER,
        shortest: { startsAt: '2026-07-14T18:00:00.000Z', usualMinutes: 25 },
        longest: { startsAt: '2026-07-14T16:00:00.000Z', usualMinutes: 85 },
      },
      { rideId: FLUME, shortest: { startsAt: '2026-07-14T16:00:00.000Z', usualMinutes: 25 } },
    ],
  })
  expect(usual).toEqual([
    { hour: 12, medianMinutes: 55 },
    { hour: 13, medianMinutes: 55 },
    { hour: 14, medianMinutes: 35 },
    { hour: 15, medianMinutes: 35 },
  ])
})

test('200: hours that are over by now are not told, though the statistics are kept for ten minutes', async () => {
  await insertHours(FLUME, [20, 30, 40, 50])
  await build()
  const before = await bestTimes()
  world.clock.now = new Date('2026-07-14T17:05:00Z')
  const after = await bestTimes()
  expect([before, after].map(({ days }) => days[0]?.rides[0]?.shortest?.startsAt)).toEqual([
    '2026-07-14T16:00:00.000Z',
    '2026-07-14T17:00:00.000Z',
  ])
})

test('200: after midnight the usual day is still that of the evening before', async () => {
  await insertHours(FLUME, [20, 30, 40, 50])
  world.clock.now = new Date('2026-07-18T05:00:00Z')
  await build()
  expect((await bestTimes()).usual).toHaveLength(4)
  world.clock.now = new Date('2026-07-18T16:00:00Z')
  expect((await bestTimes()).usual).toEqual([])
})

test('200: a park of which nothing is known has no rides to name', async () => {
  expect(await bestTimes()).toMatchObject({ parkId: NORTH, days: [{ rides: [] }, { rides: [] }], usual: [] })
})

test('404: a park that does not exist has no best times', async () => {
  const response = await world.app.inject('/f0000000-0000-4000-8000-000000000000/best-times')
  expect(response.statusCode).toBe(404)
})
