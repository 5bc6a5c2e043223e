import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestFeed, type TestFeed } from '../testing/feed-client.ts'
import { json } from '../testing/feed-server.ts'
import { COASTER, DINER, LAKE, NOON, NORTH, WHEEL } from '../testing/sample-feed.ts'
import { FEED_LIMITS } from './park-feed.ts'

let server: TestFeed['server']
let feed: TestFeed['feed']
let aFeed: TestFeed['aFeed']
let liveRows: TestFeed['liveRows']
let outcomes: TestFeed['outcomes']
beforeEach(async () => {
  ;({ server, feed, aFeed, liveRows, outcomes } = await startTestFeed())
})
afterEach(() => server.close())

const signal = new AbortController().signal

test('no minute has more requests than the 300 that the feed allows', () => {
  expect(FEED_LIMITS.burst + FEED_LIMITS.refillPerMinute).toBeLessThan(300)
})

describe('a good answer', () => {
  test('one call gives the attractions of all parks of a destination', async () => {
    const rows = await liveRows()
    expect(rows.map(({ rideId }) => rideId)).toContain(WHEEL)
    expect(rows.find(({ rideId }) => rideId === COASTER)).toEqual({
      rideId: COASTER,
      name: 'Comet Coaster',
      parkId: NORTH,
      status: 'OPERATING',
      rawStatus: null,
      waitMinutes: 40,
      changedAt: NOON,
      hasQueue: true,
      hasStandby: true,
      queues: [],
      forecast: [],
    })
    expect(server.takeRequests()).toHaveLength(1)
  })

  test('a restaurant is left out although it posts a wait', async () => {
    expect((await liveRows()).map(({ rideId }) => rideId)).not.toContain(DINER)
  })

  test('an unchanged answer is not sent again (304)', async () => {
    const first = await liveRows()
    expect(await liveRows()).toEqual(first)
    expect(server.takeRequests().map(({ status }) => status)).toEqual([200, 304])
    expect(outcomes).toEqual(['ok', 'not-modified'])
  })

  test('requests carry the API key, where one is set', async () => {
    await aFeed('key-of-ours').readLive(LAKE, signal)
    expect(server.takeRequests()[0]?.headers).toMatchObject({ 'x-api-key': 'key-of-ours' })
  })
})

describe('the catalogue', () => {
  test('the catalogue has all destinations with their parks, also those without parks', async () => {
    server.destinations.push({
      id: 'd0000000-0000-4000-8000-000000000002',
      name: 'Empty Resort',
      slug: 'empty',
      parks: [],
    })
    const destinations = await feed.listDestinations(signal)
    expect(destinations.map(({ name, parks }) => [name, parks.length])).toEqual([
      ['Lake Resort', 2],
      ['Empty Resort', 0],
    ])
  })

  test('the catalogue has each attraction of a park once, and no restaurants', async () => {
    server.destinations[0]!.parks[0]!.children.push({
      id: COASTER,
      name: 'Comet Coaster again',
      entityType: 'ATTRACTION',
    })
    const { timezone, attractions } = await feed.getPark(NORTH, signal)
    expect(timezone).toBe('America/New_York')
    expect(attractions.map(({ name }) => name)).toEqual(['Comet Coaster', 'Log Flume', 'Old Castle'])
  })

  test('a park without a valid time zone is refused', async () => {
    server.destinations[0]!.parks[0]!.timezone = 'Mars/Olympus'
    await expect(feed.getPark(NORTH, signal)).rejects.toMatchObject({ kind: 'unusable' })
  })

  test('an empty catalogue is refused', async () => {
    server.misbehaviours.set('/destinations', json({ destinations: [] }))
    await expect(feed.listDestinations(signal)).rejects.toMatchObject({ kind: 'unusable' })
  })
})

const openings = (...schedule: unknown[]) => {
  server.misbehaviours.set('/schedule', json({ schedule }))
  return feed.listOpenings(NORTH, 'America/New_York', signal)
}

describe('the hours', () => {
  const hours = {
    date: '2026-07-14',
    openingTime: '2026-07-14T22:00:00-04:00',
    closingTime: '2026-07-15T01:00:00-04:00',
  }

  test('hours are those of operating days, ticketed events and extra hours', async () => {
    const types = ['OPERATING', 'TICKETED_EVENT', 'PRIVATE_EVENT', 'EXTRA_HOURS', 'INFO', 'NEW_KIND']
    const found = await openings(...types.map((type) => ({ ...hours, type })))
    expect(found.map(({ type }) => type)).toEqual(['OPERATING', 'TICKETED_EVENT', 'EXTRA_HOURS'])
  })

  test('hours after midnight belong to the day before', async () => {
    expect(await openings({ ...hours, type: 'OPERATING' })).toEqual([
      {
        date: '2026-07-14',
        type: 'OPERATING',
        opensAt: new Date('2026-07-15T02:00:00Z'),
        closesAt: new Date('2026-07-15T05:00:00Z'),
      },
    ])
  })

  test('hours without an offset are in the time zone of the park', async () => {
    const [opening] = await openings({
      type: 'OPERATING',
      date: '2026-07-14',
      openingTime: '2026-07-14T09:00:00',
      closingTime: '2026-07-14T18:00:00',
    })
    expect(opening?.opensAt).toEqual(new Date('2026-07-14T13:00:00Z'))
  })

  test.for([
    ['forward', '2026-03-08', '2026-03-08T05:30:00-04:00'],
    ['back', '2026-11-01', '2026-11-01T05:30:00-05:00'],
  ] as const)(
    'hours without an offset are local on the day on which the clocks go %s',
    async ([, date, at]) => {
      const [opening] = await openings({
        type: 'OPERATING',
        date,
        openingTime: `${date}T05:30:00`,
        closingTime: `${date}T22:00:00`,
      })
      expect(opening?.opensAt).toEqual(new Date(at))
    },
  )

  test('a closing at 24:00 without an offset is the end of the day', async () => {
    const [opening] = await openings({
      type: 'OPERATING',
      date: '2026-11-01',
      openingTime: '2026-11-01T09:00:00',
      closingTime: '2026-11-01T24:00:00',
    })
    expect(opening?.closesAt).toEqual(new Date('2026-11-02T00:00:00-05:00'))
  })

  test('unreadable hours are dropped one by one', async () => {
    const found = await openings(
      { type: 'OPERATING', date: 'soon' },
      { ...hours, type: 'OPERATING', openingTime: 'nine' },
      { ...hours, type: 'OPERATING' },
    )
    expect(found).toHaveLength(1)
  })
})
