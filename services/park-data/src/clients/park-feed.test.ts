import { createLog } from '@walkon/service/log'
import { createRequestBudget } from '@walkon/service/request-budget'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { html, json, startFeedServer, type FeedServer, type Misbehaviour } from '../testing/feed-server.ts'
import {
  COASTER,
  DINER,
  FLUME,
  LAKE,
  lakeResort,
  NOON,
  NORTH,
  rideRow,
  WHEEL,
} from '../testing/sample-feed.ts'
import { createParkFeed, FEED_LIMITS, type FeedOutcome, type ParkFeed } from './park-feed.ts'

let server: FeedServer
let feed: ParkFeed
let outcomes: FeedOutcome[]
let warnings: { row: string; problem: string }[]
let clock: { now: Date }
const signal = new AbortController().signal

beforeEach(async () => {
  server = await startFeedServer()
  server.destinations.push(lakeResort())
  outcomes = []
  warnings = []
  clock = { now: NOON }
  feed = aFeed()
})
afterEach(() => server.close())

const now = () => clock.now
const onOutcome = (outcome: FeedOutcome) => void outcomes.push(outcome)

function aFeed(apiKey?: string): ParkFeed {
  const log = createLog(
    { service: 'test', level: 'warn' },
    { write: (line) => void warnings.push(JSON.parse(line)) },
  )
  return createParkFeed({
    baseUrl: server.url,
    apiKey,
    budget: createRequestBudget(FEED_LIMITS, now),
    now,
    log,
    onOutcome,
  })
}

/** Replaces the feed's rows of the lake's rides. */
const answerRows = (...liveData: unknown[]) => server.misbehaviours.set('/live', json({ id: LAKE, liveData }))
const liveRows = async () => feed.listLiveRows(LAKE, signal)

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
      waitMinutes: 40,
      changedAt: NOON,
      hasQueue: true,
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
    await aFeed('key-of-ours').listLiveRows(LAKE, signal)
    expect(server.takeRequests()[0]?.headers).toMatchObject({ 'x-api-key': 'key-of-ours' })
  })
})

describe('rows that make no sense', () => {
  test('a row without an id is dropped and logged once, and the others count', async () => {
    answerRows(
      { entityType: 'ATTRACTION', name: 'Nameless' },
      rideRow({ id: FLUME, name: 'Log Flume', wait: 10 }),
    )
    expect(await liveRows()).toMatchObject([{ rideId: FLUME, waitMinutes: 10 }])
    await liveRows()
    expect(warnings).toMatchObject([{ row: 'row 0', msg: 'row of the feed dropped' }])
  })

  test.for([
    null,
    7,
    'ride',
    [],
    { entityType: 'ATTRACTION', id: 'not-a-uuid' },
    { entityType: 'ATTRACTION', id: 7 },
  ])('a row that is %o is dropped', async (row) => {
    answerRows(row, rideRow({ id: FLUME, name: 'Log Flume', wait: 10 }))
    expect((await liveRows()).map(({ rideId }) => rideId)).toEqual([FLUME])
  })

  test.for([-5, 480, 301, '15', null, Number.NaN])('a wait of %o is no reading', async (wait) => {
    answerRows(rideRow({ id: FLUME, name: 'Log Flume', wait }))
    expect(await liveRows()).toMatchObject([{ waitMinutes: null, status: 'OPERATING', hasQueue: true }])
  })

  test('a queue of another kind counts as a queue without a wait', async () => {
    const queue = { RETURN_TIME: { state: 'AVAILABLE', returnStart: null, returnEnd: null } }
    answerRows({ ...rideRow({ id: FLUME, name: 'Log Flume' }), queue })
    expect(await liveRows()).toMatchObject([{ waitMinutes: null, hasQueue: true }])
  })

  test.for([[], 'full', 7])('a queue that is %o does not count as a queue', async (queue) => {
    answerRows({ ...rideRow({ id: FLUME, name: 'Log Flume' }), queue })
    expect(await liveRows()).toMatchObject([{ waitMinutes: null, hasQueue: false }])
  })

  test('a status that is not in the list is UNKNOWN', async () => {
    answerRows(rideRow({ id: FLUME, name: 'Log Flume', status: 'VIRTUAL_QUEUE_ONLY', wait: 5 }))
    expect(await liveRows()).toMatchObject([{ status: 'UNKNOWN' }])
  })

  test('a ride that is listed twice counts once', async () => {
    answerRows(
      rideRow({ id: FLUME, name: 'Log Flume', wait: 10, at: '2026-07-14T15:00:00Z' }),
      rideRow({ id: FLUME, name: 'Log Flume', wait: 20, at: '2026-07-14T15:59:00Z' }),
    )
    expect(await liveRows()).toMatchObject([{ rideId: FLUME, waitMinutes: 20 }])
  })

  test('ids are lower-cased, as PostgreSQL returns them', async () => {
    answerRows(rideRow({ id: FLUME.toUpperCase(), name: 'Log Flume', wait: 10 }))
    expect((await liveRows())[0]?.rideId).toBe(FLUME)
  })
})

const cutOff: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"liveData":[{"id":"b000')
}
const hungUp: Misbehaviour = (response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    .write('{"liveData":')
  setImmediate(() => response.destroy())
}

describe('an answer that is none', () => {
  const endless: Misbehaviour = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const pour = () => {
      if (response.destroyed) return
      pouredMegabytes++
      response.write(chunk, pour)
    }
    pour()
  }
  let pouredMegabytes = 0

  test.for([
    ['HTML', html, 'unusable'],
    ['half a document', cutOff, 'unusable'],
    ['empty', json({ liveData: [] }), 'unusable'],
    [
      'a success with an error inside',
      json({ success: false, error: { message: 'Upstream is away' } }),
      'unusable',
    ],
    ['null', json(null), 'unusable'],
    ['a list that is none', json({ liveData: {} }), 'unusable'],
    ['without any attraction', json({ liveData: [{ id: DINER, entityType: 'RESTAURANT' }] }), 'unusable'],
    ['a fault of theirs', json({ error: 'oh' }, 500), 'refused'],
    ['that it is not there', json({ success: false }, 404), 'refused'],
    ['a connection that breaks off', hungUp, 'unreachable'],
  ] as const)('%s', async ([, misbehave, kind]) => {
    server.misbehaviours.set('/live', misbehave)
    await expect(liveRows()).rejects.toMatchObject({ name: 'FeedFailure', kind })
    expect(outcomes).toEqual([kind])
    expect(server.takeRequests().length).toBeLessThanOrEqual(1)
  })

  test('an endless answer is not read to its end', async () => {
    server.misbehaviours.set('/live', endless)
    await expect(liveRows()).rejects.toMatchObject({ kind: 'unusable' })
    expect(pouredMegabytes).toBeGreaterThan(8)
    expect(pouredMegabytes).toBeLessThan(32)
  })

  test('an unusable answer does not replace the last good one', async () => {
    const good = await liveRows()
    server.misbehaviours.set('/live', json({ liveData: [] }, 200, { etag: '"bad"' }))
    await expect(liveRows()).rejects.toMatchObject({ kind: 'unusable' })
    server.misbehaviours.clear()
    expect(await liveRows()).toEqual(good)
    expect(outcomes.at(-1)).toBe('not-modified')
  })

  test('a feed that does not answer is unreachable', async () => {
    await server.close()
    await expect(liveRows()).rejects.toMatchObject({ kind: 'unreachable' })
    server = await startFeedServer()
  })
})

describe('a feed that asks us to wait', () => {
  test('a feed that asks for a pause gets no request until the pause is over', async () => {
    server.misbehaviours.set('/live', json({ error: 'Too Many Requests' }, 429, { 'retry-after': '30' }))
    await expect(liveRows()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 30_000 })
    expect(feed.isPaused()).toBe(true)

    const abort = new AbortController()
    const waiting = feed.listDestinations(abort.signal)
    abort.abort()
    await expect(waiting).rejects.toThrow('aborted')
    expect(server.takeRequests('/destinations')).toEqual([])

    clock.now = new Date(NOON.getTime() + 30_000)
    expect(feed.isPaused()).toBe(false)
    await feed.listDestinations(signal)
  })

  test('a feed that asks for a pause without a time gets no request for a minute', async () => {
    server.misbehaviours.set('/live', json({}, 429))
    await expect(liveRows()).rejects.toMatchObject({ retryAfterMs: 60_000 })
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

  test('unreadable hours are dropped one by one', async () => {
    const found = await openings(
      { type: 'OPERATING', date: 'soon' },
      { ...hours, type: 'OPERATING', openingTime: 'nine' },
      { ...hours, type: 'OPERATING' },
    )
    expect(found).toHaveLength(1)
  })
})
