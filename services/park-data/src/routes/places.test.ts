import { parkShows } from '@walkon/contracts/http/park-day'
import { parkRestaurants } from '@walkon/contracts/http/park-restaurants'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { html } from '../testing/feed-server.ts'
import { atLake } from '../testing/polled-lake.ts'
import { COASTER, DINER, dinerRow, NORTH, PARADE, paradeRow, rideRow } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const lake = atLake(() => world)
const TABLES = [
  { partySize: 2, waitTime: 60 },
  { partySize: 5, waitTime: 20 },
]
const restaurants = async () =>
  parkRestaurants.parse((await world.app.inject(`/${NORTH}/restaurants`)).json())
const shows = async () => parkShows.parse((await world.app.inject(`/${NORTH}/shows`)).json())

/** Lets the feed show a row that has changed. */
const poll = async (row: ReturnType<typeof rideRow>) => {
  lake.show(row)
  lake.show(rideRow({ id: COASTER, name: 'Comet Coaster', wait: 45 }))
  await world.pollAfter(5)
}

test('200: a restaurant has the tables that are offered now, by party size', async () => {
  await poll(dinerRow(TABLES))
  expect(await restaurants()).toEqual({
    parkId: NORTH,
    readAt: '2026-07-14T16:05:00.000Z',
    isOpen: true,
    isStale: false,
    restaurants: [
      {
        id: DINER,
        name: 'Pier Diner',
        slug: 'pierdiner',
        location: { latitude: 41.5, longitude: -82.75 },
        hasWalkUpList: true,
        tables: [
          { partySize: 2, waitMinutes: 60 },
          { partySize: 5, waitMinutes: 20 },
        ],
      },
    ],
  })
})

test('200: a restaurant without tables has none known', async () => {
  expect((await restaurants()).restaurants).toMatchObject([{ hasWalkUpList: false, tables: null }])
})

test('200: tables that the feed shows in a closed park are no offer', async () => {
  await world.pollAfter(10.5 * 60)
  await poll(dinerRow(TABLES))
  expect(await restaurants()).toMatchObject({
    isOpen: false,
    restaurants: [{ hasWalkUpList: true, tables: null }],
  })
})

test('200: tables of before an outage of the feed are no offer', async () => {
  await poll(dinerRow(TABLES))
  world.feed.misbehaviours.set('/live', html)
  await world.pollAfter(11)
  expect(await restaurants()).toMatchObject({ isStale: false, restaurants: [{ tables: null }] })
})

test('200: tables of a frozen feed are no offer', async () => {
  await poll(dinerRow(TABLES))
  for (let minutes = 0; minutes < 30; minutes += 5) await world.pollAfter(5)
  expect(await restaurants()).toMatchObject({ isStale: true, restaurants: [{ tables: null }] })
})

test('200: a show has its times of today, those that have begun among them, and its next one', async () => {
  await poll(paradeRow('20:30', '11:00'))
  expect((await shows()).shows).toMatchObject([
    {
      id: PARADE,
      name: 'Lake Parade',
      status: 'OPERATING',
      waitMinutes: null,
      times: [
        { type: 'Performance Time', startsAt: '2026-07-14T15:00:00.000Z', endsAt: null },
        { startsAt: '2026-07-15T00:30:00.000Z' },
      ],
      nextStartsAt: '2026-07-15T00:30:00.000Z',
    },
  ])
})

test('200: a show whose times are all past has no next one, and none the day after', async () => {
  await poll(paradeRow('11:00'))
  expect((await shows()).shows).toMatchObject([{ times: [{}], nextStartsAt: null }])
  world.clock.now = new Date('2026-07-15T14:00:00Z')
  expect((await shows()).shows).toMatchObject([{ times: [], nextStartsAt: null }])
})

test('200: a show without a row is unknown', async () => {
  expect((await shows()).shows).toMatchObject([{ id: PARADE, status: 'UNKNOWN', times: [] }])
})

test('a restaurant that only a live row shows is in the catalogue from then on', async () => {
  await world.takeEvents()
  await poll(dinerRow([], { id: 'c0000000-0000-4000-8000-0000000000aa', name: 'Food Cart' }))
  const catalogues = await world.takeEvents('ParkCatalogChanged')
  expect(catalogues.at(-1)?.data['restaurants']).toContainEqual(
    expect.objectContaining({ name: 'Food Cart', retired: false }),
  )
  await poll(dinerRow([], { id: 'c0000000-0000-4000-8000-0000000000aa', name: 'Food Cart' }))
  expect(await world.takeEvents('ParkCatalogChanged')).toEqual([])
})

test('a restaurant that is no longer listed but still in the live feed is not retired', async () => {
  await world.pollAfter(60 * 23)
  await world.takeEvents()
  const [north] = world.resort.parks
  north.children = north.children.filter(({ id }) => id !== DINER)
  world.clock.now = new Date(world.clock.now.getTime() + 3_600_000)
  await world.run('sync-catalogue')
  expect(await world.takeEvents('ParkCatalogChanged')).toEqual([])
})
