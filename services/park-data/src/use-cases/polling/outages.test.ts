import { outageList } from '@walkon/contracts/http/how-we-do'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { saveTrusted } from '../../db/outages.ts'
import { NOON, NORTH, SOUTH } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
  await world.db.execute(sql`delete from opening_hours`)
  await world.db.execute(sql`update park_readings set trusted_at = null`)
  await world.db.execute(sql`delete from outage_records`)
  await insertHours(NORTH, at(-180), at(480))
  await insertHours(SOUTH, at(-180), at(480))
})
afterEach(() => world.close())

const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

const insertHours = (parkId: string, opensAt: Date, closesAt: Date, type = 'OPERATING') =>
  world.db.execute(sql`
    insert into opening_hours (park_id, date, type, opens_at, closes_at)
    values (${parkId}, ${opensAt.toISOString().slice(0, 10)}, ${type}, ${opensAt.toISOString()}, ${closesAt.toISOString()})`)

/** A trusted reading so many minutes after noon. */
const read = (minutes: number, ...parkIds: string[]) =>
  world.db.transaction((tx) => saveTrusted(tx, parkIds, at(minutes)))

/** The outages as minutes after noon. */
async function outages(minutesNow: number) {
  world.clock.now = at(minutesNow)
  const response = await world.app.inject('/outages')
  expect(response.headers['cache-control']).toBe('public, max-age=60')
  const minutes = (instant: string | null) => instant && (Date.parse(instant) - NOON.getTime()) / 60_000
  return outageList
    .parse(response.json())
    .outages.map(({ startsAt, endsAt, parks }) => [
      minutes(startsAt),
      minutes(endsAt),
      parks.map(({ name }) => name),
    ])
}

test('200: an open park without a trusted reading for ten minutes is out until the next one', async () => {
  await read(0, NORTH)
  await read(9, NORTH)
  await read(47, NORTH)
  await read(48, NORTH)
  expect(await outages(50)).toEqual([[9, 47, ['North Park']]])
})

test('200: an outage that lasts has no end', async () => {
  await read(0, NORTH)
  expect(await outages(9)).toEqual([])
  expect(await outages(12)).toEqual([[0, null, ['North Park']]])
})

test('200: an outage of several parks keeps its beginning until its last park is older than 30 days', async () => {
  await read(0, NORTH, SOUTH)
  await read(20, NORTH)
  await read(40, SOUTH)
  const inThirtyDays = 30 * 24 * 60
  expect(await outages(inThirtyDays + 30)).toContainEqual([0, 40, ['North Park', 'South Park']])
  expect(await outages(inThirtyDays + 41)).not.toContainEqual([0, 40, ['North Park', 'South Park']])
})

test('200: outages that overlap are one, with all of their parks', async () => {
  await read(0, NORTH, SOUTH)
  await read(20, NORTH)
  await read(29, NORTH)
  await read(25, SOUTH)
  await read(30, NORTH, SOUTH)
  await read(60, NORTH, SOUTH)
  expect(await outages(60)).toEqual([
    [30, 60, ['North Park', 'South Park']],
    [0, 25, ['North Park', 'South Park']],
  ])
})

test('the hours in which a park is closed are no outage', async () => {
  await insertHours(NORTH, at(1_260), at(1_920))
  await read(475, NORTH)
  await read(1_265, NORTH)
  expect(await outages(1_266)).toEqual([])
})

test('an outage ends with the closing, and one in the morning begins with the opening', async () => {
  await insertHours(NORTH, at(1_260), at(1_920))
  await read(460, NORTH)
  await read(1_280, NORTH)
  expect(await outages(1_280)).toEqual([
    [1_260, 1_280, ['North Park']],
    [460, 480, ['North Park']],
  ])
})

test('hours that overlap are one opening', async () => {
  await insertHours(NORTH, at(-240), at(100), 'EXTRA_HOURS')
  await read(90, NORTH)
  await read(110, NORTH)
  expect(await outages(110)).toEqual([[90, 110, ['North Park']]])
})

test('polls that are saved note when a park was last trusted', async () => {
  await world.pollAfter(5)
  const [row] = await world.db.execute<{ at: string }>(sql`
    select trusted_at as at from park_readings where park_id = ${NORTH}`)
  expect(new Date(row?.at ?? 0)).toEqual(at(5))
})
