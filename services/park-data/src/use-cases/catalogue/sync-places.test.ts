import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { DINER, NORTH, SOUTH } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'

/** The restaurants and shows of the catalogue. */

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const syncAfter = async (hours: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + hours * 3_600_000)
  await world.run('sync-catalogue')
}
const announced = async () => (await world.takeEvents('ParkCatalogChanged')).map(({ data }) => data)

const addPlaces = (entityType: string, count: number) =>
  world.resort.parks[0].children.push(
    ...Array.from({ length: count }, (_, index) => ({
      id: `c0000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
      name: `Place ${index}`,
      entityType,
    })),
  )

test('a restaurant that is no longer listed is retired, and comes back when it is listed again', async () => {
  await announced()
  const [north] = world.resort.parks
  const before = north.children
  addPlaces('RESTAURANT', 1)
  north.children = north.children.filter(({ id }) => id !== DINER)
  north.live = north.live.filter(({ id }) => id !== DINER)
  await syncAfter(24)
  expect((await announced()).at(-1)?.['restaurants']).toContainEqual(
    expect.objectContaining({ restaurantId: DINER, retired: true }),
  )
  expect((await world.app.inject(`/${NORTH}`)).json().restaurants).toMatchObject([{ name: 'Place 0' }])

  north.children = before
  await syncAfter(24)
  expect((await announced()).at(-1)?.['restaurants']).toContainEqual(
    expect.objectContaining({ restaurantId: DINER, retired: false }),
  )
})

test.for([
  ['restaurants', 'RESTAURANT'],
  ['shows', 'SHOW'],
] as const)('a list that has lost most of its %s retires none of them, and is logged', async ([, type]) => {
  addPlaces(type, 9)
  await syncAfter(24)
  await announced()
  world.takeWarnings()
  const [north] = world.resort.parks
  north.children = north.children.filter(
    ({ id, entityType }) => entityType !== type || !String(id).includes('-0000000001'),
  )
  await syncAfter(24)
  expect(await announced()).toEqual([])
  expect(world.takeWarnings()).toMatchObject([{ parkId: NORTH, kinds: [type.toLowerCase()] }])
})

test('a restaurant that moves to another park is published there, and not where it was', async () => {
  await announced()
  const [north, south] = world.resort.parks
  const [diner] = north.children.filter(({ id }) => id === DINER)
  if (diner) south.children.push(diner)
  north.children = north.children.filter(({ id }) => id !== DINER)
  north.live = north.live.filter(({ id }) => id !== DINER)
  await syncAfter(24)
  const newest = new Map((await announced()).map((park) => [park['parkId'], park['restaurants']]))
  expect(newest.get(NORTH)).toEqual([])
  expect(newest.get(SOUTH)).toMatchObject([{ restaurantId: DINER, retired: false }])
})
