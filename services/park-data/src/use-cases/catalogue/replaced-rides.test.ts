import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { atLake } from '../../testing/polled-lake.ts'
import { CASTLE, COASTER, FLUME, rideRow } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'

/** Upstream gives rides other ids. */

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
  await world.takeEvents('ParkCatalogChanged')
})
afterEach(() => world.close())

const { board } = atLake(() => world)
const NEW_COASTER = 'b0000000-0000-4000-8000-0000000000aa'
const NEW_FLUME = 'b0000000-0000-4000-8000-0000000000bb'

/** From now on the feed names the ride by another id, in its list and its live rows. */
function rekey(oldId: string, newId: string) {
  const [north] = world.resort.parks
  for (const row of [...north.children, ...north.live]) if (row['id'] === oldId) row['id'] = newId
}
const announced = async () =>
  (await world.takeEvents('ParkCatalogChanged')).flatMap(({ data }) => data['attractions'] as unknown[])
const stepsOf = async (rideId: string) =>
  (await world.db.execute(sql`select from observations where ride_id = ${rideId}`)).length

test('a park whose rides have other ids keeps their history, and shows each ride once', async () => {
  const steps = await stepsOf(COASTER)
  rekey(COASTER, NEW_COASTER)
  rekey(FLUME, NEW_FLUME)

  await world.pollAfter(11)
  expect(await announced()).toEqual([])
  await world.run('sync-catalogue')
  await world.pollAfter(6)

  expect(await announced()).toEqual(
    expect.arrayContaining([
      { rideId: NEW_COASTER, name: 'Comet Coaster', retired: false, isRide: true },
      { rideId: COASTER, name: 'Comet Coaster', retired: true, isRide: true, replacedBy: NEW_COASTER },
      { rideId: FLUME, name: 'Log Flume', retired: true, isRide: true, replacedBy: NEW_FLUME },
    ]),
  )
  expect(await stepsOf(NEW_COASTER)).toBeGreaterThanOrEqual(steps)
  expect(await stepsOf(COASTER)).toBe(0)
  expect((await board()).rides.map(({ rideId }) => rideId).toSorted()).toEqual(
    [NEW_COASTER, NEW_FLUME].toSorted(),
  )
})

test('a ride that gets another id just after the list was read is one ride, as it is a day later', async () => {
  rekey(COASTER, NEW_COASTER)

  await world.pollAfter(6)
  expect(await announced()).toEqual([])
  await world.run('sync-catalogue')
  await world.pollAfter(6)

  expect(await announced()).toContainEqual(
    expect.objectContaining({ rideId: COASTER, replacedBy: NEW_COASTER }),
  )
  expect((await board()).rides.map(({ rideId }) => rideId)).not.toContain(COASTER)
})

test('a list that has the other id before the live rows do makes no second ride', async () => {
  const [north] = world.resort.parks
  rekey(COASTER, NEW_COASTER)
  for (const row of north.live) if (row['id'] === NEW_COASTER) row['id'] = COASTER
  await world.db.execute(sql`update parks set attractions_read_at = null`)
  await world.run('sync-catalogue')
  expect(await announced()).not.toContainEqual(expect.objectContaining({ rideId: NEW_COASTER }))

  rekey(COASTER, NEW_COASTER)
  await world.pollAfter(6)
  await world.run('sync-catalogue')

  expect(await announced()).toContainEqual(
    expect.objectContaining({ rideId: COASTER, replacedBy: NEW_COASTER }),
  )
})

test('a new ride with the name of one that still has a row is another ride', async () => {
  const [north] = world.resort.parks
  north.children.push({ id: NEW_COASTER, name: 'Comet Coaster', entityType: 'ATTRACTION' })
  north.live.push(rideRow({ id: NEW_COASTER, name: 'Comet Coaster', wait: 20 }))

  await world.pollAfter(11)
  await world.run('sync-catalogue')

  expect(await announced()).not.toContainEqual(expect.objectContaining({ replacedBy: NEW_COASTER }))
  expect(await stepsOf(COASTER)).toBeGreaterThan(0)
})

test('two new rides of one name replace none', async () => {
  const [north] = world.resort.parks
  rekey(CASTLE, NEW_COASTER)
  north.children.push({ id: NEW_FLUME, name: 'Old Castle', entityType: 'ATTRACTION' })

  await world.pollAfter(11)
  world.clock.now = new Date(world.clock.now.getTime() + 24 * 3_600_000)
  await world.run('sync-catalogue')

  expect(await announced()).not.toContainEqual(
    expect.objectContaining({ rideId: CASTLE, replacedBy: expect.anything() }),
  )
})
