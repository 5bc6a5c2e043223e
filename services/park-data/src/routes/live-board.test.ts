import { liveBoard, READ_AT_HEADER } from '@walkon/contracts/http/parks'
import { createMemoryCache } from '@walkon/service/memory-cache'
import type { Cache } from '@walkon/service/cache'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { COASTER, FLUME, NORTH, rideRow } from '../testing/sample-feed.ts'
import { buildStatistics } from '../use-cases/history/build-statistics.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

/** A cache that can be unreachable, or come back empty. */
let memory: Cache
let isAway: boolean
/** It keeps what it has, and takes nothing new. */
let refusesWrites: boolean
const database = await createParkDatabase()
afterAll(database.drop)

let world: World

beforeEach(async () => {
  memory = createMemoryCache()
  isAway = false
  refusesWrites = false
  const whileThere = <Result>(work: () => Promise<Result>) =>
    isAway ? Promise.reject(new Error('away')) : work()
  const cache: Cache = {
    ...memory,
    get: (key) => whileThere(() => memory.get(key)),
    set: (key, value, ttl) =>
      refusesWrites ? Promise.reject(new Error('OOM')) : whileThere(() => memory.set(key, value, ttl)),
    publish: (channel, message) => whileThere(() => memory.publish(channel, message)),
  }
  world = await createWorld(database, { cache })
})
afterEach(() => world.close())

const get = (headers: Record<string, string> = {}) => world.app.inject({ url: `/${NORTH}/live`, headers })
const later = (ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms)
}
const showWait = (wait: number) => {
  world.resort.parks[0].live[0] = rideRow({ id: COASTER, name: 'Comet Coaster', wait })
}

test('200: the board has the rides of the park, the most wanted first, and no attraction without a queue', async () => {
  const response = await get()
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(liveBoard.parse(response.json()).map(({ rideId, waitMinutes }) => [rideId, waitMinutes])).toEqual([
    [COASTER, 40],
    [FLUME, 10],
  ])
})

test('200: the headers of a board say when the feed was read, that it is not stale, and how long to cache it', async () => {
  expect((await get()).headers).toMatchObject({
    [READ_AT_HEADER]: '2026-07-14T16:00:00.000Z',
    'x-walkon-stale': 'false',
    'cache-control': 'public, max-age=1',
  })
})

test('304: the board is unchanged while no ride has changed, with the new time of reading', async () => {
  const { etag } = (await get()).headers
  await world.pollAfter(5)
  const response = await get({ 'if-none-match': String(etag) })
  expect(response.statusCode).toBe(304)
  expect(response.body).toBe('')
  expect(response.headers[READ_AT_HEADER]).toBe('2026-07-14T16:05:00.000Z')
})

test('200: a changed ride makes a new board, with the previous wait', async () => {
  const { etag } = (await get()).headers
  showWait(15)
  await world.pollAfter(5)
  const response = await get({ 'if-none-match': String(etag) })
  expect(response.statusCode).toBe(200)
  expect(response.json()[0]).toMatchObject({
    waitMinutes: 15,
    previousWaitMinutes: 40,
    today: [
      [480, 40],
      [485, 15],
    ],
  })
})

test('with an empty cache the board is rebuilt from the database', async () => {
  showWait(15)
  await world.pollAfter(5)
  const { body, headers } = await get()
  await memory.delete(`park-data:board:${NORTH}`)
  later(1_000)
  const again = await get()
  expect(again.body).toBe(body)
  expect(again.headers).toMatchObject({ etag: headers['etag'], [READ_AT_HEADER]: headers[READ_AT_HEADER] })
})

test('an unreachable cache stops neither boards nor polls', async () => {
  isAway = true
  showWait(15)
  await world.pollAfter(5)
  expect((await get()).json()[0]).toMatchObject({ rideId: COASTER, waitMinutes: 15 })
  expect(world.takeWarnings()).toContainEqual(expect.objectContaining({ msg: 'board not stored' }))
})

test('200: a cache that refuses writes has its old board passed over for the newest reading', async () => {
  refusesWrites = true
  showWait(15)
  await world.pollAfter(5)
  const response = await get()
  expect(response.json()[0]).toMatchObject({ rideId: COASTER, waitMinutes: 15 })
  expect(response.headers[READ_AT_HEADER]).toBe('2026-07-14T16:05:00.000Z')
})

test('200: the board of a park that was never read is empty', async () => {
  await memory.delete(`park-data:board:${NORTH}`)
  await world.db.execute(sql`delete from park_readings`)
  const response = await get()
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual([])
  expect(response.headers[READ_AT_HEADER]).toBeUndefined()
})

test('a usual wait is shown, and published, from the third day like today on', async () => {
  const insertDays = async (...dates: string[]) => {
    await world.db.execute(sql`
      insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
      select ${NORTH}::uuid, unnest(${`{${dates.join(',')}}`}::date[]), 13, ${COASTER}::uuid, 2, 20, 40, 60`)
    await buildStatistics({ db: world.db, retentionDays: 35, now: () => world.clock.now }, { again: true })
  }
  const usualAt = async (instant: string) => {
    world.clock.now = new Date(instant)
    await world.run('poll-feed')
    const rides = (await world.takePolls()).flatMap((poll) => poll.rides)
    return rides.findLast(({ rideId }) => rideId === COASTER)?.usualMinutes
  }
  // Only Friday and Monday are weekdays like this Tuesday: one day too few.
  await insertDays('2026-07-10', '2026-07-11', '2026-07-12', '2026-07-13')
  expect(await usualAt('2026-07-14T17:00:00Z')).toBeNull()
  expect((await get()).json()[0]).toMatchObject({ rideId: COASTER, usualMinutes: null, popularity: 30 })

  await insertDays('2026-07-09')
  await world.restartPolling()
  expect(await usualAt('2026-07-14T17:05:00Z')).toBe(30)
  expect((await get()).json()[0]).toMatchObject({ usualMinutes: 30 })
})
