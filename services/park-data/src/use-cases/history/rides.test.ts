import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { atLake } from '../../testing/polled-lake.ts'
import { CASTLE, COASTER, FLUME, NORTH, rideRow } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const { board, observed, show } = atLake(() => world)

/** Hours of an archive in which a ride posted a wait, on so many days before the world's Tuesday, the last of them `daysAgo`. */
async function posted(rideId: string, days: number, daysAgo = 1) {
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(Date.UTC(2026, 6, 14 - daysAgo - index)).toISOString().slice(0, 10),
  )
  await world.db.execute(sql`
    insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
    select ${NORTH}::uuid, unnest(${`{${dates.join(',')}}`}::date[]), 12, ${rideId}::uuid, 1, 20, 20, 20`)
}

/** The statistics of the days that are over are built, and the poller has loaded them. */
async function nextMorning() {
  world.clock.now = new Date('2026-07-15T14:00:00Z')
  await world.run('build-statistics')
  await world.run('reload-history')
  await world.pollAfter(5)
}

/** What the newest event says of each attraction of the park. */
async function announced(): Promise<Record<string, boolean | undefined>> {
  const events = await world.takeEvents('ParkCatalogChanged')
  const parks = events.map(({ data }) => parkCatalogChanged.data.parse(data))
  const newest = parks.findLast(({ parkId }) => parkId === NORTH)
  return Object.fromEntries(newest?.attractions.map(({ rideId, isRide }) => [rideId, isRide]) ?? [])
}

const boardIds = async () => (await board()).rides.map(({ rideId }) => rideId)

describe('a park that was observed open on fewer than seven days', () => {
  test('has as rides the attractions with a standby queue, and no others', async () => {
    show(rideRow({ id: FLUME, name: 'Log Flume', wait: null, status: 'CLOSED' }))
    await world.pollAfter(5)

    expect(await announced()).toEqual({ [COASTER]: true, [FLUME]: true, [CASTLE]: false })
    expect((await boardIds()).toSorted()).toEqual([COASTER, FLUME])
  })
})

describe('a park that was observed open on seven days', () => {
  beforeEach(() => posted(COASTER, 7))

  test('loses an attraction that posted no wait on its last 28 open days, in catalogue and board', async () => {
    show(rideRow({ id: FLUME, name: 'Log Flume', wait: null, status: 'CLOSED' }))
    await world.pollAfter(5)
    await nextMorning()

    expect(await announced()).toMatchObject({ [COASTER]: true, [FLUME]: false })
    expect(await boardIds()).toEqual([COASTER])
  })

  test('keeps a ride that posted on the 28th of its last open days, and counts no days on which it was closed', async () => {
    show(rideRow({ id: FLUME, name: 'Log Flume', wait: null, status: 'CLOSED' }))
    await world.db.execute(sql`delete from hourly_waits`)
    await posted(COASTER, 26, 90)
    await posted(FLUME, 1, 116)
    await world.pollAfter(5)
    await nextMorning()

    expect(await announced()).toMatchObject({ [COASTER]: true, [FLUME]: true })
  })

  test('makes a ride of an attraction with its first posted wait, in the same poll', async () => {
    await world.pollAfter(5)
    await nextMorning()
    await announced()
    show(rideRow({ id: CASTLE, name: 'Old Castle', wait: 30, at: world.clock.now }))
    await world.pollAfter(5)

    expect(await announced()).toMatchObject({ [CASTLE]: true })
    expect(await boardIds()).toContain(CASTLE)
  })

  test('makes no ride of an attraction whose row has a wait while the park is closed', async () => {
    await world.pollAfter(5)
    await nextMorning()
    await announced()
    world.clock.now = new Date('2026-07-16T07:00:00Z')
    show(rideRow({ id: CASTLE, name: 'Old Castle', wait: 30, at: world.clock.now }))
    await world.pollAfter(5)

    expect(await announced()).toEqual({})
  })
})

test('a ride in refurbishment is shown and not counted, and is one again when it ends', async () => {
  await world.pollAfter(5)
  await announced()
  show(rideRow({ id: FLUME, name: 'Log Flume', wait: null, status: 'REFURBISHMENT' }))
  await world.pollAfter(5)

  expect(await announced()).toMatchObject({ [FLUME]: false, [COASTER]: true })
  expect((await board()).rides.find(({ rideId }) => rideId === FLUME)).toMatchObject({
    status: 'REFURBISHMENT',
    isRide: false,
  })
  await world.pollAfter(5)
  expect((await observed())[FLUME]).toMatchObject({ isRide: false })

  show(rideRow({ id: FLUME, name: 'Log Flume', wait: 10 }))
  await world.pollAfter(5)
  expect(await announced()).toMatchObject({ [FLUME]: true })
})

test('a poll that changes no ride publishes no catalogue', async () => {
  await world.pollAfter(5)
  await announced()
  show(rideRow({ id: FLUME, name: 'Log Flume', wait: 25, at: world.clock.now }))
  await world.pollAfter(5)

  expect(await announced()).toEqual({})
})
