import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { html, json } from '../../testing/feed-server.ts'
import {
  CASTLE,
  COASTER,
  daySchedule,
  DINER,
  FLUME,
  LAKE,
  NORTH,
  PARADE,
  SOUTH,
} from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'

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
const splitAt = <Item>(list: Item[], at: number) => [list.slice(0, at), list.slice(at)] as const
const announced = async () => (await world.takeEvents('ParkCatalogChanged')).map(({ data }) => data)

test('on an empty database each park is published at once with all its attractions, restaurants and shows; its first poll tells the rides', async () => {
  const [parks, polled] = splitAt(await announced(), 2)
  expect(polled).toHaveLength(2)
  expect(polled.find(({ parkId }) => parkId === NORTH)?.['attractions']).toEqual([
    { rideId: COASTER, name: 'Comet Coaster', retired: false, isRide: true },
    { rideId: FLUME, name: 'Log Flume', retired: false, isRide: true },
    { rideId: CASTLE, name: 'Old Castle', retired: false, isRide: false },
  ])
  expect(parks.find(({ parkId }) => parkId === NORTH)).toEqual({
    parkId: NORTH,
    name: 'North Park',
    destinationId: LAKE,
    destinationName: 'Lake Resort',
    timezone: 'America/New_York',
    retired: false,
    attractions: [
      { rideId: COASTER, name: 'Comet Coaster', retired: false, isRide: false },
      { rideId: FLUME, name: 'Log Flume', retired: false, isRide: false },
      { rideId: CASTLE, name: 'Old Castle', retired: false, isRide: false },
    ],
    restaurants: [
      {
        restaurantId: DINER,
        name: 'Pier Diner',
        slug: 'pierdiner',
        retired: false,
        location: { latitude: 41.5, longitude: -82.75 },
      },
    ],
    shows: [{ showId: PARADE, name: 'Lake Parade', slug: null, retired: false }],
  })
})

test('within a day only hours are requested again', async () => {
  world.feed.takeRequests()
  await syncAfter(7)
  expect(world.feed.takeRequests().map(({ path }) => path.split('/').at(-1))).toEqual([
    'schedule',
    'schedule',
    'live',
  ])
})

test('the next day the catalogue is read again, and unchanged parks are not published', async () => {
  await announced()
  world.feed.takeRequests()
  await syncAfter(24)
  expect(world.feed.takeRequests('/destinations')).toHaveLength(1)
  expect(await announced()).toEqual([])
})

test('a new name, a new ride and a new park are published', async () => {
  await announced()
  const [north] = world.resort.parks
  north.name = 'Northern Park'
  north.children.push({
    id: 'b0000000-0000-4000-8000-000000000042',
    name: 'New Ride',
    entityType: 'ATTRACTION',
  })
  await syncAfter(24)
  expect((await announced()).at(-1)).toMatchObject({
    attractions: expect.arrayContaining([
      { rideId: 'b0000000-0000-4000-8000-000000000042', name: 'New Ride', retired: false, isRide: false },
    ]),
  })
})

test('a ride that is no longer listed is retired, and its park is published', async () => {
  await announced()
  const [north] = world.resort.parks
  north.children = north.children.filter(({ id }) => id !== CASTLE)
  north.live = north.live.filter(({ id }) => id !== CASTLE)
  await syncAfter(24)
  expect((await announced()).at(-1)?.['attractions']).toContainEqual({
    rideId: CASTLE,
    name: 'Old Castle',
    retired: true,
    isRide: false,
  })
})

test('a ride that is no longer listed but still in the live feed is not retired', async () => {
  await world.pollAfter(60 * 23)
  await announced()
  const [north] = world.resort.parks
  north.children = north.children.filter(({ id }) => id !== CASTLE)
  await syncAfter(1)
  expect(await announced()).toEqual([])
})

test('an empty list of attractions retires no ride', async () => {
  await announced()
  world.resort.parks[0].children = []
  await syncAfter(24)
  expect(await announced()).toEqual([])
})

test('a park that is no longer listed is retired and not shown', async () => {
  await announced()
  world.resort.parks.splice(1, 1)
  await syncAfter(24)
  expect(await announced()).toMatchObject([{ parkId: SOUTH, retired: true }])
  const destinations = (await world.app.inject('/destinations')).json()
  expect(destinations).toMatchObject([{ id: LAKE, parks: [{ id: NORTH }] }])
})

test.for([
  ['HTML', html],
  ['empty', json({ destinations: [] })],
  ['an error inside a success', json({ success: false })],
] as const)(
  'a list of destinations that is %s changes nothing and is tried again in five minutes',
  async ([, misbehave]) => {
    await announced()
    world.feed.misbehaviours.set('/destinations', misbehave)
    await syncAfter(24)
    expect(await announced()).toEqual([])
    expect(world.takeWarnings()).toMatchObject([{ subject: 'destinations', kind: 'unusable' }])
    world.feed.misbehaviours.clear()
    world.feed.takeRequests()
    await syncAfter(1 / 60)
    expect(world.feed.takeRequests('/destinations')).toEqual([])
    await syncAfter(4 / 60)
    expect(world.feed.takeRequests('/destinations')).toHaveLength(1)
  },
)

test('a park that cannot be read delays no other', async () => {
  world.feed.misbehaviours.set(`${NORTH}/children`, json({}, 404))
  const [, south] = world.resort.parks
  south.children.push({
    id: 'b0000000-0000-4000-8000-000000000042',
    name: 'New Ride',
    entityType: 'ATTRACTION',
  })
  await announced()
  await syncAfter(24)
  expect(await announced()).toMatchObject([{ parkId: SOUTH }])
})

test('an empty schedule leaves the known hours', async () => {
  world.resort.parks[0].schedule = []
  await syncAfter(7)
  expect((await world.app.inject(`/${NORTH}`)).json()).toMatchObject({ hours: [{ type: 'OPERATING' }] })
})

test('changed hours replace the hours of their days', async () => {
  world.resort.parks[0].schedule = daySchedule(['2026-07-14', '2026-07-15']).map((day) => ({
    ...day,
    closingTime: `${String(day['date'])}T18:00:00-04:00`,
  }))
  await syncAfter(7)
  expect((await world.app.inject(`/${NORTH}`)).json()).toMatchObject({
    hours: [{ closesAt: '2026-07-14T22:00:00.000Z' }],
    isOpen: false,
  })
})

test('rides keep their ids when names are swapped', async () => {
  await announced()
  const [north] = world.resort.parks
  for (const child of north.children) {
    if (child['id'] === COASTER) child['name'] = 'Log Flume'
    if (child['id'] === FLUME) child['name'] = 'Comet Coaster'
  }
  await syncAfter(24)
  const rows = await world.db.execute(
    sql`select id, name from attractions where park_id = ${NORTH} order by id`,
  )
  expect([...rows].slice(0, 2)).toEqual([
    { id: COASTER, name: 'Log Flume' },
    { id: FLUME, name: 'Comet Coaster' },
  ])
  expect((await announced()).flatMap(({ attractions }) => attractions)).not.toContainEqual(
    expect.objectContaining({ retired: true }),
  )
})

test('a day that the newest schedule leaves out before the next one is closed', async () => {
  world.resort.parks[0].schedule = daySchedule(['2026-07-15', '2026-07-16'])
  await syncAfter(6)

  expect((await world.app.inject(`/${NORTH}`)).json()).toMatchObject({
    date: '2026-07-14',
    isOpen: false,
    hours: [],
  })
})

test('hours of yesterday that end after midnight stand when the schedule begins with today', async () => {
  world.resort.parks[0].schedule = [
    {
      date: '2026-07-14',
      type: 'OPERATING',
      openingTime: '2026-07-14T09:00:00-04:00',
      closingTime: '2026-07-15T02:00:00-04:00',
    },
  ]
  await syncAfter(6)
  world.resort.parks[0].schedule = daySchedule(['2026-07-15', '2026-07-16'])
  await syncAfter(7)

  expect(world.clock.now.toISOString()).toBe('2026-07-15T05:00:00.000Z')
  expect((await world.app.inject(`/${NORTH}`)).json()).toMatchObject({ date: '2026-07-14', isOpen: true })
})
