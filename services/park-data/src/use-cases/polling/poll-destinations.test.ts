import { deriveId } from '@walkon/service/derived-id'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { html, json } from '../../testing/feed-server.ts'
import { atLake } from '../../testing/polled-lake.ts'
import { CASTLE, COASTER, FLUME, NORTH, rideRow, SOUTH, WHEEL } from '../../testing/sample-feed.ts'
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

describe('a poll', () => {
  test('a poll makes one call and publishes one event for each park, with all its attractions', async () => {
    await world.takeEvents()
    await world.pollAfter(5)
    const polls = await world.takePolls()
    expect(polls.map(({ parkId, rides }) => [parkId, rides.map(({ rideId }) => rideId).toSorted()])).toEqual([
      [NORTH, [COASTER, FLUME, CASTLE]],
      [SOUTH, [WHEEL]],
    ])
    expect(world.feed.takeRequests().map(({ path }) => path)).toEqual([expect.stringMatching(/live$/)])
  })

  test('a poll also publishes unchanged waits, because alerts are judged by the level', async () => {
    await observed()
    await world.pollAfter(5)
    expect((await observed())[FLUME]).toMatchObject({
      waitMinutes: 10,
      observedAt: '2026-07-14T16:05:00.000Z',
    })
  })

  test('a poll publishes when the row changed, and whether the park is open', async () => {
    expect((await observed())[FLUME]).toMatchObject({ parkOpen: true, changedAt: '2026-07-14T16:00:00.000Z' })
  })

  test('a poll publishes the previous status only where it differs', async () => {
    show(rideRow({ id: COASTER, name: 'Comet Coaster', status: 'DOWN', wait: null }))
    await world.pollAfter(5)
    const readings = await observed()
    expect(readings[COASTER]).toMatchObject({ status: 'DOWN', previousStatus: 'OPERATING' })
    expect(readings[FLUME]).not.toHaveProperty('previousStatus')
    await world.pollAfter(5)
    expect((await observed())[COASTER]).not.toHaveProperty('previousStatus')
  })

  test('a change of status is published once', async () => {
    show(rideRow({ id: COASTER, name: 'Comet Coaster', status: 'DOWN', wait: null }))
    await world.pollAfter(5)
    const changes = await world.takeEvents('RideStatusChanged')
    expect(changes[0]?.id).toBe(deriveId(NORTH, `2026-07-14T16:05:00.000Z ${COASTER}`))
    expect(changes.map(({ data }) => data)).toMatchObject([
      { rideId: COASTER, from: 'OPERATING', to: 'DOWN', trusted: true },
    ])
    await world.pollAfter(5)
    expect(await world.takeEvents('RideStatusChanged')).toEqual([])
  })

  test('a row that names no park belongs to the park of the catalogue', async () => {
    await world.takeEvents()
    show(rideRow({ id: WHEEL, name: 'Big Wheel', parkId: null, wait: 5 }), 1)
    await world.pollAfter(5)
    expect((await observed())[WHEEL]).toMatchObject({ parkId: SOUTH })
  })

  test('a row of an unknown park is left out', async () => {
    const stranger = 'a0000000-0000-4000-8000-000000000009'
    show(
      rideRow({ id: 'b0000000-0000-4000-8000-000000000099', name: 'Elsewhere', parkId: stranger, wait: 5 }),
    )
    await world.pollAfter(5)
    expect(Object.keys(await observed())).toHaveLength(4)
  })
})

describe('the guards', () => {
  test('the first poll is a baseline, the second is trusted', async () => {
    expect((await observed())[FLUME]).toMatchObject({ trusted: false })
    await world.pollAfter(5)
    expect((await observed())[FLUME]).toMatchObject({ trusted: true })
  })

  test.for([
    ['HTML', html],
    ['an empty list', json({ liveData: [] })],
    ['an error inside a success', json({ success: false, error: {} })],
  ] as const)(
    '%s publishes nothing, keeps the board, and the next poll is a baseline',
    async ([, misbehave]) => {
      await world.pollAfter(5)
      await observed()
      const before = await board()
      world.feed.misbehaviours.set('/live', misbehave)
      await world.pollAfter(5)
      expect(await world.takeEvents()).toEqual([])
      expect((await board()).rides).toEqual(before.rides)

      world.feed.misbehaviours.clear()
      await world.pollAfter(5)
      expect((await observed())[FLUME]).toMatchObject({ trusted: false })
      await world.pollAfter(5)
      expect((await observed())[FLUME]).toMatchObject({ trusted: true })
    },
  )

  test('a failure of a destination is logged once, and so is its end', async () => {
    world.feed.misbehaviours.set('/live', html)
    for (let poll = 0; poll < 3; poll++) await world.pollAfter(5)
    expect(world.takeWarnings()).toMatchObject([{ kind: 'unusable' }])
    world.feed.misbehaviours.clear()
    await world.pollAfter(5)
    world.feed.misbehaviours.set('/live', html)
    await world.pollAfter(5)
    expect(world.takeWarnings()).toMatchObject([{ kind: 'unusable' }])
  })

  test('a park without a row in the answer publishes nothing and keeps its board, and its next rows are a baseline; its neighbour goes on', async () => {
    await observed()
    hide(WHEEL, 1)
    await world.pollAfter(5)
    const readings = await observed()
    expect(readings[FLUME]).toMatchObject({ trusted: true })
    expect(readings).not.toHaveProperty(WHEEL)
    expect((await board(SOUTH)).rides).toMatchObject([{ rideId: WHEEL, waitMinutes: 5, status: 'OPERATING' }])

    show(rideRow({ id: WHEEL, name: 'Big Wheel', parkId: SOUTH, wait: 5 }), 1)
    await world.pollAfter(5)
    expect(await observed()).toMatchObject({ [WHEEL]: { trusted: false }, [FLUME]: { trusted: true } })
  })

  test('a short error of the feed makes no baseline', async () => {
    world.feed.misbehaviours.set('/live', json({}, 500))
    await world.pollAfter(5)
    await world.takeEvents()
    world.feed.misbehaviours.clear()
    await world.pollAfter(5)
    expect((await observed())[FLUME]).toMatchObject({ trusted: true })
  })

  test('after a gap of more than ten minutes the first poll is a baseline', async () => {
    await world.takeEvents()
    await world.pollAfter(11)
    expect((await observed())[FLUME]).toMatchObject({ trusted: false })
  })

  test('a park without a change for thirty minutes is not trusted, and shown as stale', async () => {
    for (let minute = 5; minute < 30; minute += 5) await world.pollAfter(5)
    await world.takeEvents()
    expect((await board()).headers['x-walkon-stale']).toBe('false')
    await world.pollAfter(5)
    expect((await observed())[FLUME]).toMatchObject({ trusted: false })
    expect((await board()).headers['x-walkon-stale']).toBe('true')
  })

  test('a park without a change for thirty minutes is not trusted, also where its rows carry instants ahead of our clock', async () => {
    const { live } = world.resort.parks[0]
    for (const row of live) row['lastUpdated'] = '2026-07-15T01:00:00Z'
    for (let minute = 5; minute <= 35; minute += 5) {
      await world.takeEvents()
      // A restaurant makes a new answer, in which the rides of the park are as before.
      Object.assign(live.at(-1) ?? {}, { queue: { STANDBY: { waitTime: minute } } })
      await world.pollAfter(5)
    }
    expect((await observed())[FLUME]).toMatchObject({ trusted: false, changedAt: '2026-07-14T16:35:00.000Z' })
  })

  test('after closing time the park is closed, also where its rows are open', async () => {
    await world.takeEvents()
    await world.pollAfter(10 * 60)
    expect((await observed())[FLUME]).toMatchObject({ parkOpen: false, waitMinutes: 10, status: 'OPERATING' })
  })

  test('a feed that asks for a pause is not polled until it is over', async () => {
    world.feed.misbehaviours.set('/live', json({}, 429, { 'retry-after': '600' }))
    await world.pollAfter(5)
    world.feed.misbehaviours.clear()
    world.feed.takeRequests()
    await world.pollAfter(9)
    expect(world.feed.takeRequests()).toEqual([])
    await world.pollAfter(1)
    expect(world.feed.takeRequests()).toHaveLength(1)
  })
})
