import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { atLake } from '../../testing/polled-lake.ts'
import { COASTER, DINER, dinerRow, FLUME, NORTH, rideRow, SOUTH } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
/** The catalogue is read, and with it the waits for the first time, at noon. */
beforeEach(async () => {
  world = await createWorld(database)
  world.feed.takeRequests()
})
afterEach(() => world.close())

const { observed, board, show, hide } = atLake(() => world)

describe('a ride that the catalogue has not', () => {
  const NEWCOMER = 'b0000000-0000-4000-8000-000000000042'

  test('a ride that the catalogue lacks is added at once, and its park is published', async () => {
    await world.takeEvents()
    show(rideRow({ id: NEWCOMER, name: 'New Ride', wait: 5 }))
    await world.pollAfter(5)
    const [changed, ...others] = await world.takeEvents()
    expect(changed).toMatchObject({ type: 'ParkCatalogChanged', data: { parkId: NORTH, name: 'North Park' } })
    expect(changed?.data['attractions']).toHaveLength(4)
    expect(changed?.data['attractions']).toContainEqual({
      rideId: NEWCOMER,
      name: 'New Ride',
      retired: false,
      isRide: false,
    })
    // Its row has a posted wait.
    expect(others[0]?.data['attractions']).toContainEqual({
      rideId: NEWCOMER,
      name: 'New Ride',
      retired: false,
      isRide: true,
    })
    expect(others.flatMap(({ data }) => data['rides'])).toContainEqual(
      expect.objectContaining({ rideId: NEWCOMER }),
    )
    await world.pollAfter(5)
    expect(await world.takeEvents('ParkCatalogChanged')).toEqual([])
  })

  test('a retired ride with a live row is no longer retired', async () => {
    await world.db.execute(sql`update attractions set retired = true where id = ${FLUME}`)
    world.resort.parks[0].children = world.resort.parks[0].children.filter(({ id }) => id !== FLUME)
    await world.takeEvents()
    world.clock.now = new Date(world.clock.now.getTime() + 25 * 3_600_000)
    await world.run('sync-catalogue')
    await world.pollAfter(10)
    const events = await world.takeEvents('ParkCatalogChanged')
    expect(events.at(-1)?.data['attractions']).toContainEqual({
      rideId: FLUME,
      name: 'Log Flume',
      retired: false,
      isRide: true,
    })
  })

  test('a ride whose row names another park moves there, and both parks are published', async () => {
    await world.takeEvents()
    hide(FLUME)
    show(rideRow({ id: FLUME, name: 'Log Flume', parkId: SOUTH, wait: 10 }), 1)
    await world.pollAfter(5)
    const events = await world.takeEvents('ParkCatalogChanged')
    expect(new Set(events.map(({ data }) => data['parkId']))).toEqual(new Set([NORTH, SOUTH]))
    expect((await board(SOUTH)).rides.map(({ rideId }) => rideId)).toContain(FLUME)
    expect((await board(NORTH)).rides.map(({ rideId }) => rideId)).not.toContain(FLUME)
  })
})

const count = async (table: 'observations' | 'ride_states' | 'outbox') => {
  const [row] = await world.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)}`,
  )
  return row?.n
}

describe('what is written', () => {
  test('only changes are written to the history', async () => {
    expect(await count('observations')).toBe(4)
    await world.pollAfter(5)
    expect(await count('observations')).toBe(4)
    show(rideRow({ id: COASTER, name: 'Comet Coaster', wait: 15 }))
    await world.pollAfter(5)
    expect(await count('observations')).toBe(5)
  })

  test('statistics count posted waits of an open and trusted park', async () => {
    await world.pollAfter(5)
    show(rideRow({ id: FLUME, name: 'Log Flume', wait: 30 }))
    await world.pollAfter(5)
    const rows = await world.db.execute(sql`
      select to_char(date, 'YYYY-MM-DD') as date, hour, samples, min_minutes, max_minutes, sum_minutes
      from hourly_waits where ride_id = ${FLUME}`)
    expect([...rows]).toEqual([
      { date: '2026-07-14', hour: 12, samples: 2, min_minutes: 10, max_minutes: 30, sum_minutes: 40 },
    ])
  })

  test('after a restart the waits of the day go on where they were', async () => {
    show(rideRow({ id: COASTER, name: 'Comet Coaster', wait: 15 }))
    await world.pollAfter(5)
    await world.restartPolling()
    await world.takeEvents()
    await world.pollAfter(5)
    expect((await observed())[COASTER]).toMatchObject({ trusted: true })
    expect(await count('observations')).toBe(5)
    const coaster = (await board()).rides.find(({ rideId }) => rideId === COASTER)
    expect(coaster).toMatchObject({
      waitMinutes: 15,
      today: [
        [480, 40],
        [485, 15],
      ],
      previousWaitMinutes: 40,
    })
  })
})

describe('queues beside standby', () => {
  const queue = {
    STANDBY: { waitTime: 40 },
    RETURN_TIME: { state: 'AVAILABLE', returnStart: '2026-07-14T14:30:00-04:00', returnEnd: null },
  }
  const coaster = () => ({ ...rideRow({ id: COASTER, name: 'Comet Coaster' }), queue })
  const QUEUES = [{ kind: 'RETURN_TIME', state: 'AVAILABLE', startsAt: '2026-07-14T18:30:00.000Z' }]
  const ofCoaster = async () => (await board()).rides.find(({ rideId }) => rideId === COASTER)

  test('a ride shows them on the board and in its event, and standby stays its wait', async () => {
    await world.takeEvents()
    show(coaster())
    await world.pollAfter(5)
    expect(await ofCoaster()).toMatchObject({ waitMinutes: 40, queues: QUEUES })
    const readings = await observed()
    expect(readings[COASTER]).toMatchObject({ waitMinutes: 40, queues: QUEUES })
    expect(readings[FLUME]?.queues).toBeUndefined()
  })

  test('a poller that starts anew knows them from the database', async () => {
    show(coaster())
    await world.pollAfter(5)
    await world.cache.delete(`park-data:board:${NORTH}`)
    expect(await ofCoaster()).toMatchObject({ queues: QUEUES })
  })

  test('a ride whose row is missing has none', async () => {
    show(coaster())
    await world.pollAfter(5)
    hide(COASTER)
    await world.pollAfter(5)
    expect((await ofCoaster())?.queues).toBeUndefined()
  })

  test('in a closed park the event has neither queues nor tables', async () => {
    show(coaster())
    show(dinerRow([{ partySize: 2, waitTime: 20 }]))
    await world.pollAfter(10.5 * 60)
    await world.takeEvents()
    await world.pollAfter(5)
    const poll = (await world.takePolls()).find(({ parkId }) => parkId === NORTH)
    expect(poll).toMatchObject({ parkOpen: false })
    expect(poll?.tables).toBeUndefined()
    expect(poll?.rides.flatMap(({ queues }) => queues ?? [])).toEqual([])
  })
})

test("the feed's own word for an unknown status is on the board, also on one that is rebuilt from the database", async () => {
  show(rideRow({ id: COASTER, name: 'Comet Coaster', status: 'Opening soon' }))
  await world.pollAfter(5)
  const ofCoaster = async () => (await board()).rides.find(({ rideId }) => rideId === COASTER)
  expect(await ofCoaster()).toMatchObject({ status: 'UNKNOWN', rawStatus: 'Opening soon' })
  await world.cache.delete(`park-data:board:${NORTH}`)
  expect(await ofCoaster()).toMatchObject({ status: 'UNKNOWN', rawStatus: 'Opening soon' })
})

test('the tables of a restaurant are in the event of its park, and it is never among the rides', async () => {
  await world.takeEvents()
  show(
    dinerRow([
      { partySize: 2, waitTime: 20 },
      { partySize: 4, waitTime: null },
    ]),
  )
  await world.pollAfter(5)
  const poll = (await world.takePolls()).find(({ parkId }) => parkId === NORTH)
  expect(poll?.tables).toEqual([
    {
      restaurantId: DINER,
      name: 'Pier Diner',
      tables: [
        { partySize: 2, waitMinutes: 20 },
        { partySize: 4, waitMinutes: null },
      ],
    },
  ])
  expect(poll?.rides.map(({ rideId }) => rideId)).not.toContain(DINER)
})
